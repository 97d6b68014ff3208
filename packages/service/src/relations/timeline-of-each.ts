import { z } from 'zod';
import { toIsoInstant } from '../base/instants.ts';
import { requireScope } from '../base/require-scope.ts';
import type { RecordTable } from '../kinds/record-kind.ts';
import { decodeCursor, encodeCursor } from '../operations/cursor.ts';
import { defineQuery } from '../operations/define.ts';
import { events } from '../records/events/index.ts';
import { goals } from '../records/goals/index.ts';
import { outcomes } from '../records/outcomes/index.ts';
import { readOfEach } from '../records/reading/read-of-each.ts';
import { revenues } from '../records/revenues/index.ts';
import { checkTotal, costOfEach, ofEachFields, pagesOf, renderPages } from './of-each.schema.ts';

const kinds = { revenues, outcomes, goals, events } satisfies Record<RecordTable, unknown>;

const TimelineRecord = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('revenues'), time: z.string(), record: revenues.record.output }),
  z.object({ kind: z.literal('outcomes'), time: z.string(), record: outcomes.record.output }),
  z.object({ kind: z.literal('goals'), time: z.string(), record: goals.record.output }),
  z.object({ kind: z.literal('events'), time: z.string(), record: events.record.output }),
]);

export type TimelineRecord = z.output<typeof TimelineRecord>;

/** What cursors of timelines say. */
const listOrder = { list: 'timeline', sort: 'time' };

export const timelineOfEach = defineQuery({
  name: 'sessions.timelineOfEach',
  summary: 'Records of all kinds of each of several sessions, in order of time',
  scope: 'sessions:read',
  input: z
    .strictObject({ ...ofEachFields, limit: ofEachFields.limit.unwrap().default(100) })
    .superRefine(checkTotal),
  output: pagesOf(TimelineRecord),
  cost: costOfEach,
  async run(context, { ids, limit, cursor }) {
    for (const { list } of Object.values(kinds)) requireScope(context.principal, list.scope);
    const question = {
      owner: 'sessions',
      ids,
      limit: limit + 1,
      order: { by: 'time', isDescending: false },
      after: cursor === undefined ? undefined : decodeCursor(cursor, listOrder),
    } as const;
    const ofKinds = await Promise.all(
      Object.entries(kinds).map(async ([kind, { record }]) => {
        const pages = await readOfEach(context, record.ledger, question);
        return pages.map((records) => records.map((placed) => ({ kind, ...placed })));
      }),
    );
    const placed = ids.map((_, i) => {
      const records = ofKinds.flatMap((pages) => pages[i] ?? []).sort(inOrderOfTime);
      return records.map(({ kind, id, time, text }) => ({
        text: `{"kind":"${kind}","time":"${toIsoInstant(time)}","record":${text}}`,
        cursor: encodeCursor(listOrder, { value: time, id }),
      }));
    });
    return renderPages<TimelineRecord>(placed, { limit });
  },
});

/** PostgreSQL's text of instants in UTC sorts like the instants; ids tell apart what happened at the same time. */
function inOrderOfTime(a: { time: string; id: string }, b: { time: string; id: string }): number {
  if (a.time !== b.time) return a.time < b.time ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
