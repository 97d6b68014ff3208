import { z } from 'zod';
import { toIsoInstant } from '../base/instants.ts';
import { ByKey } from '../catalogue/definition/dimension.schema.ts';
import { readSession } from '../catalogue/sessions/read-sessions.ts';
import { decodeCursor, encodeCursor } from '../operations/cursor.ts';
import { defineQuery, type QueryContext } from '../operations/define.ts';
import { Rendered, RenderedPage } from '../operations/rendered.ts';
import type { AnyRecordKind } from '../records/definition/define-record-kind.ts';
import { readableKinds } from '../records/readable-kinds.ts';
import { readOfEach } from '../records/reading/read-per-parent.ts';
import { InstantOut } from '../schema/instant.ts';
import { pageFields, pageOf } from '../schema/page.ts';
import { samples, typeNames } from '../schema/scalars-and-samples.ts';
import {
  checkTotal,
  costOfEach,
  ofEachFields,
  type Placed,
  pagesOf,
  renderPages,
} from './per-parent.schema.ts';

/** A record of a session, with its kind and the time that it counts at. */
type TimelineRecord<Kind extends AnyRecordKind> = Kind extends unknown
  ? { kind: Kind['name']; time: string; record: z.output<Kind['output']> }
  : never;

const listOrder = { list: 'timeline', sort: 'time' };

/** `sessions.timeline`: the records of one session. */
export function defineTimeline<const Kinds extends readonly AnyRecordKind[]>(kinds: Kinds) {
  const item = itemOf(kinds);
  return {
    timeline: defineQuery({
      name: 'sessions.timeline',
      summary: 'List the records of a session',
      description:
        'Those of all kinds that the key may read, in order of time, then by id, the earliest first. Voided records are left out.',
      scope: 'sessions:read',
      rest: { method: 'get', path: '/sessions/{key}/timeline' },
      input: ByKey.extend({ limit: pageFields.limit, cursor: pageFields.cursor }),
      output: pageOf(item),
      errors: ['Not Found'],
      async run(context, { key, limit, cursor }) {
        const readable = readableKinds(context.principal, kinds);
        const { id } = await readSession(context, key);
        const [placed = []] = await readTimelines(context, readable, { ids: [id], limit, cursor });
        const items = placed.slice(0, limit);
        return new RenderedPage<z.output<typeof item>>({
          items: new Rendered(`[${items.map(({ text }) => text).join(',')}]`),
          length: items.length,
          hasMore: placed.length > limit,
          cursorAt: (index) => items[index]?.cursor ?? '',
        });
      },
    }),
  };
}

export function timelineOfEach<const Kinds extends readonly AnyRecordKind[]>(kinds: Kinds) {
  const item = itemOf(kinds);
  return defineQuery({
    name: 'sessions.timelineOfEach',
    summary: 'Records of each of several sessions, of all kinds that the key may read, in order of time',
    scope: 'sessions:read',
    withoutMount: 'GraphQL alone shows the timelines of many at once.',
    input: z
      .strictObject({ ...ofEachFields, limit: ofEachFields.limit.unwrap().default(100) })
      .superRefine(checkTotal),
    output: pagesOf(item),
    cost: costOfEach,
    async run(context, input) {
      const readable = readableKinds(context.principal, kinds);
      return renderPages<z.output<typeof item>>(await readTimelines(context, readable, input), input);
    },
  });
}

function itemOf<const Kinds extends readonly AnyRecordKind[]>(kinds: Kinds) {
  const items = kinds.map(({ name, time, output }) =>
    z.object({
      kind: z.literal(name).meta({ description: 'The kind of the record.' }),
      time: InstantOut.meta({ description: `When it counts: its \`${time.field}\`.` }),
      record: output,
    }),
  );
  const [first, ...others] = items;
  const [kind] = kinds;
  if (!first || !kind) throw new Error('A timeline needs a kind of records.');
  // The sample of a record has the fields of its schema.
  const record = (samples.get(kind.output)?.sample ?? {}) as Record<string, unknown>;
  const item = z
    .discriminatedUnion('kind', [first, ...others])
    .meta({ description: 'A record of a session, with its kind and the time that it counts at.' })
    .register(typeNames, { name: 'TimelineRecord' })
    .register(samples, { sample: { kind: kind.name, time: String(record[kind.time.field]), record } });
  // One member for each kind, whose types the array does not keep apart.
  return item as unknown as z.ZodType<TimelineRecord<Kinds[number]>>;
}

type Asked = { ids: readonly string[]; limit: number; cursor?: string | undefined };

/** In the order of `ids`. One record more than the limit shows that another page follows. */
async function readTimelines(
  context: QueryContext,
  kinds: readonly AnyRecordKind[],
  { ids, limit, cursor }: Asked,
): Promise<Placed[][]> {
  const question = {
    parent: 'sessions',
    ids,
    limit: limit + 1,
    order: { by: 'time', isDescending: false },
    after: cursor === undefined ? undefined : decodeCursor(cursor, listOrder),
  } as const;
  const ofKinds = await Promise.all(
    kinds.map(async (kind) => {
      const pages = await readOfEach(context, kind, question);
      return pages.map((records) => records.map((placed) => ({ kind: kind.name, ...placed })));
    }),
  );
  return ids.map((_, i) => {
    const records = ofKinds.flatMap((pages) => pages[i] ?? []).sort(inOrderOfTime);
    return records.map(({ kind, id, time, text }) => ({
      text: `{"kind":"${kind}","time":"${toIsoInstant(time)}","record":${text}}`,
      cursor: encodeCursor(listOrder, { value: time, id }),
    }));
  });
}

/** PostgreSQL's text of UTC instants sorts by time. Ids break ties. */
function inOrderOfTime(a: { time: string; id: string }, b: { time: string; id: string }): number {
  if (a.time !== b.time) return a.time < b.time ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
