import type { Operation } from '@outturn/service';
import type { z } from 'zod';
import { builder } from '../builder.ts';
import { type Page, resolveConnection } from '../connection.ts';
import type { FieldScalars, ObjectSchema } from './field-scalars.ts';
import { inputType } from './input-type.ts';
import type { ObjectType } from './object-type.ts';
import { sortEnum } from './sort-enum.ts';

/** What a list operation takes beside paging and sort. */
type Filters<Input extends z.ZodType> = Omit<z.input<Input>, 'limit' | 'offset' | 'cursor' | 'sort'>;

type Options<Item, Input extends z.ZodType> = {
  type: ObjectType<Item>;
  filter: FieldScalars<Filters<Input>>;
};

/** A list as other types can have it too: its connection, and its arguments with another default of `first`. */
export type List<Item extends object> = ReturnType<typeof mountList<Item, ObjectSchema>>;

/** Mounts a list operation as a Relay connection that is read forwards, with its filters and sorts. */
export function mountList<Item extends object, Input extends ObjectSchema>(
  name: string,
  list: Operation<string, Input, z.ZodType<Page<Item>>>,
  { type, filter }: Options<Item, Input>,
) {
  const order = sortEnum(`${type.name}Order`, list.input);
  const hasFilters = Object.keys(filter).length > 0;
  const Filter = hasFilters
    ? inputType(`${type.name}Filter`, list.input, {
        description: 'What the records must have, all of it at once.',
        fields: filter,
      })
    : undefined;
  const connection = builder.connectionObject(
    { type, name: `${type.name}Connection` },
    { name: `${type.name}Edge` },
  );
  const argumentsOf = (first: number) =>
    builder.args((t) => ({
      ...pageArguments(first),
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

/** The arguments of every list. */
export function pageArguments(first: number) {
  return builder.args((t) => ({
    first: t.int({ description: `How many to return, from 1 to 1000; ${first} if absent.` }),
    after: t.string({ description: 'Continues behind this cursor, in the same order.' }),
  }));
}
