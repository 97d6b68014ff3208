import { z } from 'zod';
import { toIsoInstant } from '../base/instants.ts';
import { decodeCursor, encodeCursor } from '../operations/cursor.ts';
import { defineQuery } from '../operations/define.ts';
import type { AnyRecordKind } from '../records/definition/define-record-kind.ts';
import { readableKinds } from '../records/readable-kinds.ts';
import { readOfEach } from '../records/reading/read-per-parent.ts';
import { checkTotal, costOfEach, ofEachFields, pagesOf, renderPages } from './per-parent.schema.ts';

export type TimelineRecord<Kind extends AnyRecordKind> = Kind extends unknown
  ? { kind: Kind['name']; time: string; record: z.output<Kind['output']> }
  : never;

const listOrder = { list: 'timeline', sort: 'time' };

export function timelineOfEach<const Kinds extends readonly AnyRecordKind[]>(kinds: Kinds) {
  type Item = TimelineRecord<Kinds[number]>;
  const items = kinds.map(({ name, output }) =>
    z.object({ kind: z.literal(name), time: z.string(), record: output }),
  );
  const [first, ...others] = items;
  if (!first) throw new Error('A timeline needs a kind of records.');
  return defineQuery({
    name: 'sessions.timelineOfEach',
    summary: 'Records of each of several sessions, of all kinds that the key may read, in order of time',
    scope: 'sessions:read',
    withoutMount: 'GraphQL alone shows timelines.',
    input: z
      .strictObject({ ...ofEachFields, limit: ofEachFields.limit.unwrap().default(100) })
      .superRefine(checkTotal),
    // One member for each kind, whose types the array does not keep apart.
    output: pagesOf(z.discriminatedUnion('kind', [first, ...others]) as unknown as z.ZodType<Item>),
    cost: costOfEach,
    async run(context, { ids, limit, cursor }) {
      const readable = readableKinds(context.principal, kinds);
      const question = {
        parent: 'sessions',
        ids,
        limit: limit + 1,
        order: { by: 'time', isDescending: false },
        after: cursor === undefined ? undefined : decodeCursor(cursor, listOrder),
      } as const;
      const ofKinds = await Promise.all(
        readable.map(async (kind) => {
          const pages = await readOfEach(context, kind, question);
          return pages.map((records) => records.map((placed) => ({ kind: kind.name, ...placed })));
        }),
      );
      const placed = ids.map((_, i) => {
        const records = ofKinds.flatMap((pages) => pages[i] ?? []).sort(inOrderOfTime);
        return records.map(({ kind, id, time, text }) => ({
          text: `{"kind":"${kind}","time":"${toIsoInstant(time)}","record":${text}}`,
          cursor: encodeCursor(listOrder, { value: time, id }),
        }));
      });
      return renderPages<Item>(placed, { limit });
    },
  });
}

/** PostgreSQL's text of UTC instants sorts by time. Ids break ties. */
function inOrderOfTime(a: { time: string; id: string }, b: { time: string; id: string }): number {
  if (a.time !== b.time) return a.time < b.time ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
