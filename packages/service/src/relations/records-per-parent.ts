import { z } from 'zod';
import { decodeCursor, encodeCursor } from '../operations/cursor.ts';
import { defineQuery, type Query, type RecordOperation } from '../operations/define.ts';
import { parentsOf, readOfEach } from '../records/reading/read-per-parent.ts';
import { orderOf } from '../records/reading/record-order.ts';
import { checkTotal, costOfEach, ofEachFields, pagesOf, renderPages } from './per-parent.schema.ts';

type Kind<Group extends string, Record extends z.ZodType> = {
  record: RecordOperation<`${Group}.record`, z.ZodType, Record>;
  list: Query<`${Group}.list`, z.ZodObject, z.ZodType>;
};

/** Has the filters and sorts of the kind's list. */
export function recordsOfEach<Group extends string, Record extends z.ZodType>({
  record: { recordKind: kind, output },
  list,
}: Kind<Group, Record>) {
  const { limit: _, offset: __, cursor: ___, ...filters } = list.input.shape;
  return defineQuery({
    name: `${list.name}OfEach`,
    summary: `${list.summary} of each of several parents`,
    scope: list.scope,
    withoutMount: 'GraphQL alone lists the records of many at once.',
    input: z
      .strictObject({ parent: z.enum([...parentsOf(kind).keys()]), ...ofEachFields })
      .extend(filters as { sort: z.ZodType<string> })
      .superRefine(checkTotal),
    output: pagesOf(output),
    cost: costOfEach,
    async run(context, { parent, ids, limit, cursor, sort, ...filters }) {
      const order = orderOf(sort);
      const listOrder = { list: kind.table, sort };
      const pages = await readOfEach(context, kind, {
        parent,
        ids,
        // One more shows whether a page follows.
        limit: limit + 1,
        order,
        after: cursor === undefined ? undefined : decodeCursor(cursor, listOrder),
        filters,
      });
      const placed = pages.map((records) =>
        records.map(({ id, time, text }) => ({
          text,
          cursor: encodeCursor(listOrder, { value: order.by === 'id' ? id : time, id }),
        })),
      );
      return renderPages<z.output<Record>>(placed, { limit });
    },
  });
}
