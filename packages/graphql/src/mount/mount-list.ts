import type { Operation } from '@outturn/service';
import { z } from 'zod';
import { type Page, resolveConnection } from '../connection.ts';
import type { ObjectSchema } from './field-type.ts';
import { inputType } from './input-type.ts';
import type { ObjectType } from './object-type.ts';
import type { Draft } from './schema-builder.ts';
import { toUpperSnake } from './zod-enum.ts';

/** For other types, with another default of `first`. */
export type List<Item extends object> = ReturnType<typeof mountList<Item>>;

/** Mounts a Relay connection that pages forwards. */
export function mountList<Item extends object>(
  draft: Draft,
  name: string,
  list: Operation<string, ObjectSchema, z.ZodType<Page<Item>>>,
  type: ObjectType<Item>,
) {
  const { builder } = draft;
  const order = sortEnum(draft, `${type.name}Order`, list.input);
  const filters = filtersOf(list.input);
  const hasFilters = Object.keys(filters.shape).length > 0;
  const Filter = hasFilters
    ? inputType(draft, `${type.name}Filter`, filters, 'Conditions on the records. All of them must hold.')
    : undefined;
  const connection = builder.connectionObject(
    { type, name: `${type.name}Connection` },
    { name: `${type.name}Edge` },
  );
  const argumentsOf = (first: number) =>
    builder.args((t) => ({
      ...pageArguments(draft, first),
      ...(Filter && { filter: t.field({ type: Filter }) }),
      ...(order && { orderBy: t.field({ type: order }) }),
    }));
  builder.queryField(name, (t) =>
    t.field({
      type: connection,
      nullable: true,
      description: `${list.summary}.`,
      args: argumentsOf(100),
      resolve: (_, args, context) => resolveConnection(context, list, args),
    }),
  );
  return { connection, argumentsOf };
}

/** The input without paging and sort. */
function filtersOf({ shape }: ObjectSchema): ObjectSchema {
  const { limit: _, offset: __, cursor: ___, sort: ____, ...filters } = shape;
  return z.strictObject(filters);
}

export function pageArguments({ builder }: Draft, first: number) {
  return builder.args((t) => ({
    first: t.int({ description: `How many to return, from 1 to 1000; ${first} if absent.` }),
    after: t.string({ description: 'Continues behind this cursor, in the same order.' }),
  }));
}

/** `-recordedAt` becomes `RECORDED_AT_DESC`. Undefined without sorts. */
function sortEnum({ builder }: Draft, name: string, input: ObjectSchema) {
  const { sort } = input.shape;
  if (!(sort instanceof z.ZodDefault)) return undefined;
  const choices = sort.unwrap();
  if (!(choices instanceof z.ZodEnum)) return undefined;
  return builder.enumType(name, {
    description: `Orders of a list; ${nameOf(String(sort.parse(undefined)))} unless told otherwise.`,
    values: Object.fromEntries(
      choices.options.map(String).map((value) => [nameOf(value), { value, description: describe(value) }]),
    ),
  });
}

function nameOf(sort: string): string {
  return `${toUpperSnake(sort.replace('-', ''))}_${sort.startsWith('-') ? 'DESC' : 'ASC'}`;
}

function describe(sort: string): string {
  const field = sort.replace('-', '');
  const by = field === 'id' ? 'By the order of recording' : `By \`${field}\``;
  return `${by}, ${sort.startsWith('-') ? 'newest' : 'oldest'} first.`;
}
