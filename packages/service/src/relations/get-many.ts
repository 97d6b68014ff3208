import { z } from 'zod';
import { type DimensionEntity, dimensionEntity } from '../catalogue/definition/dimension-commands.ts';
import { readRecords } from '../ledger/read-records.ts';
import { defineQuery, type Query, type QueryContext, type RecordOperation } from '../operations/define.ts';
import { Rendered } from '../operations/rendered.ts';
import { RecordId } from '../schema/record-id.ts';
import { Key } from '../schema/text.ts';

const MAX_NAMES = 10_000;
const ITEMS_PER_CALL = 1000;

type Get<Name extends string, Item extends z.ZodType> = Query<`${Name}.get`, z.ZodType, Item>;
type ItemsOrNull<Item extends z.ZodType> = (z.output<Item> | null)[];

/** In the order of `names`, with null for unknown ones. */
export function getMany<Name extends string, Item extends z.ZodType>(
  { name, summary, scope, output }: Get<Name, Item>,
  read: (
    context: QueryContext,
    names: readonly string[],
  ) => Promise<ItemsOrNull<Item> | Rendered<ItemsOrNull<Item>>>,
  { by }: { by: 'key' | 'id' } = { by: 'key' },
) {
  return defineQuery({
    name: `${name}ManyBy${by === 'id' ? 'Id' : 'Key'}`,
    summary: `${summary}, several at once`,
    scope,
    input: z.strictObject({ names: z.array(by === 'id' ? RecordId : Key).max(MAX_NAMES) }),
    output: z.array(output.nullable()),
    cost: ({ names }) => Math.ceil(names.length / ITEMS_PER_CALL),
    run: (context, { names }) => read(context, names),
  });
}

/** Null for deleted and unknown ones. */
export function getManyDimensions<Name extends string, Item extends z.ZodType>(
  get: Get<Name, Item>,
  entity: object,
  { by, toWire }: { by: 'key' | 'id'; toWire: (row: DimensionEntity) => z.output<Item> },
) {
  return getMany(
    get,
    async ({ database, principal: { developerId } }, names) => {
      const rows = await database
        .fork()
        .find(dimensionEntity(entity), { developerId, [by]: { $in: [...new Set(names)] }, deletedAt: null });
      const found = new Map(rows.map((row) => [row[by], toWire(row)]));
      return names.map((name) => found.get(name) ?? null);
    },
    { by },
  );
}

export function getManyRecords<Name extends string, Item extends z.ZodType>(
  get: Get<Name, Item>,
  { recordKind }: RecordOperation<string, z.ZodType, Item>,
) {
  return getMany(
    get,
    async ({ database, principal }, ids) => {
      const texts = await readRecords(database, recordKind, principal.developerId, [...new Set(ids)]);
      return new Rendered<ItemsOrNull<Item>>(`[${ids.map((id) => texts.get(id) ?? 'null').join(',')}]`);
    },
    { by: 'id' },
  );
}
