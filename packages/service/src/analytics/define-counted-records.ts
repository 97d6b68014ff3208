import { z } from 'zod';
import { requireScope } from '../base/principal.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import { type CursorPosition, decodeCursor, encodeCursor } from '../operations/cursor.ts';
import { defineQuery, type QueryContext } from '../operations/define.ts';
import { Rendered, RenderedPage } from '../operations/rendered.ts';
import { timeIndexOf, toRecordRow } from '../reading/read-records.ts';
import { hint } from '../schema/error-message.ts';
import { pageFields, pageOf } from '../schema/page.ts';
import { scalars } from '../schema/scalars-and-samples.ts';
import { weekdays } from './calendar.ts';
import { countedDimension, kindNamesOf, type Measure, measureNames } from './measures.ts';
import { onSnapshot } from './on-snapshot.ts';
import { recordsStatements } from './records-statement.ts';
import { resolveConditions } from './slice-conditions.ts';
import type { SliceDimensions } from './slice-dimensions.ts';
import type { SliceFilter } from './slice-filter.schema.ts';
import type { Snapshot } from './snapshot.ts';
import { checkWindows, TimeZone, Window } from './window.schema.ts';
import { type AskedWindow, toWindow } from './windows.ts';

type ShownKind = RecordKind & { output: z.ZodObject };

/** A record with its kind. */
export type CountedRecord<Kind extends ShownKind> = Kind extends unknown
  ? { kind: Kind['name']; record: z.output<Kind['output']> }
  : never;

/** Ways to make a question smaller, beside a shorter window. */
const advice = 'fewer conditions or one kind of records';
const listOrder = { list: 'analytics.records', sort: '-time' };

/**
 * The query that lists the records behind a number of a slice. A number is a measure of the records of a window that meet the
 * conditions of `where`. A group of a slice is a condition, too: `in` for its key, `isNull: true` for the group without one, and
 * `notIn` of the keys that are shown for the rest, with `isNull: false` where the group without a key is shown.
 */
export function defineCountedRecords<const Kinds extends readonly ShownKind[], Filter extends z.ZodType>(
  kinds: Kinds,
  { dimensions, filter }: { dimensions: SliceDimensions; filter: Filter },
) {
  type Item = CountedRecord<Kinds[number]>;
  const names = kinds.map(({ name }): Kinds[number]['name'] => name);
  const [first, ...others] = kinds.map(({ name, output }) =>
    z.object({ kind: z.literal(name), record: output }),
  );
  if (!first) throw new Error('The records behind a number need a kind of records.');
  return defineQuery({
    name: 'analytics.records',
    summary: 'List the records behind a number',
    description:
      'The records that a measure of a slice counts, of all kinds that it counts or of one, newest first by their time, then by id. Their sum is the number. Requires the scope to read each of these kinds, such as `revenues:read`, too.',
    scope: 'analytics:read',
    graphql: { query: 'analyticsRecords' },
    input: inputOf(names, filter),
    // One member for each kind, whose types the array does not keep apart.
    output: pageOf(z.discriminatedUnion('kind', [first, ...others]) as unknown as z.ZodType<Item>),
    // One statement for each kind, and more only where the newest records have no whole page.
    cost: ({ measure, kind }) => (kind === undefined ? kindNamesOf([measure]).length : 1),
    run: (context, input) => listRecords<Item>(context, dimensions, input as unknown as RecordsInput),
  });
}

type RecordsInput = {
  window: AskedWindow;
  timeZone: string;
  weekStart: (typeof weekdays)[number];
  where?: SliceFilter | undefined;
  measure: Measure;
  kind?: string | undefined;
  limit: number;
  cursor?: string | undefined;
};

function inputOf<Name extends string, Filter extends z.ZodType>(names: readonly Name[], filter: Filter) {
  return z
    .strictObject({
      window: Window,
      timeZone: TimeZone,
      weekStart: z.enum(weekdays).default('monday'),
      where: filter.optional(),
      measure: z.enum(measureNames).meta({ description: 'The measure whose records are listed.' }),
      kind: z
        // A model has at least one kind.
        .enum(names as [Name, ...Name[]], hint(`must be one of ${names.join(', ')}`))
        .register(scalars, { scalar: 'String' })
        .optional()
        .meta({ description: 'Only records of this kind; all kinds that the measure counts if absent.' }),
      limit: pageFields.limit,
      cursor: pageFields.cursor.meta({ description: 'Continues behind an earlier page: its `nextCursor`.' }),
    })
    .superRefine(({ window, timeZone, weekStart, measure, kind }, context) => {
      checkWindows([{ place: [], window }], { timeZone, weekStart }, context);
      const counted = kindNamesOf([measure]);
      const members = countedDimension(measure);
      const refuse = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: [field], message });
      if (members !== undefined)
        refuse(
          'measure',
          `${measure} counts no records; group a slice by ${members} to see which ${measure} they are`,
        );
      else if (kind !== undefined && !counted.includes(kind))
        refuse('kind', `must be one that ${measure} counts: ${counted.join(', ')}`);
    });
}

/** A page as it is sorted: `time` in PostgreSQL's format, `text` as JSON. */
type Placed = CursorPosition & { text: string };

async function listRecords<Item>(
  context: QueryContext,
  known: SliceDimensions,
  { window: asked, timeZone, weekStart, where = {}, measure, kind: only, limit, cursor }: RecordsInput,
): Promise<RenderedPage<Item>> {
  const { principal, kinds: registry } = context;
  const kinds = (only === undefined ? kindNamesOf([measure]) : [only]).map((name) => registry.of(name));
  for (const { slug } of kinds) requireScope(principal, `${slug}:read`);
  const after = cursor === undefined ? undefined : decodeCursor(cursor, listOrder);
  const conditions = await resolveConditions(context, known, where);
  const calendar = { timeZone, weekStart };
  const placed = await onSnapshot(
    context,
    { calendar, statements: kinds.length },
    async ({ snapshot, clock }) => {
      const wanted = {
        developerId: principal.developerId,
        measure,
        window: toWindow(asked, clock),
        where: conditions,
        // One more tells whether another page follows.
        limit: limit + 1,
        after,
      };
      const pages = await Promise.all(
        kinds.map(async (kind): Promise<Placed[]> => {
          let rows: Awaited<ReturnType<Snapshot['rows']>> = [];
          for (const statement of recordsStatements(kind, wanted)) {
            rows = await snapshot.rows({ ...statement, advice });
            if (rows.length === wanted.limit) break;
          }
          return rows.map((row) => ({
            value: row[timeIndexOf(kind)] ?? '',
            id: row[0] ?? '',
            text: `{"kind":"${kind.name}","record":${kind.render(toRecordRow(kind, row))}}`,
          }));
        }),
      );
      return pages.flat().sort(newestFirst);
    },
  );
  const items = placed.slice(0, limit);
  return new RenderedPage<Item>({
    items: new Rendered(`[${items.map(({ text }) => text).join(',')}]`),
    length: items.length,
    hasMore: placed.length > limit,
    cursorAt: (index) => encodeCursor(listOrder, items[index] ?? { value: '', id: '' }),
  });
}

/** PostgreSQL's text of UTC instants sorts by time. Ids break ties. */
function newestFirst(a: CursorPosition, b: CursorPosition): number {
  if (a.value !== b.value) return a.value < b.value ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}
