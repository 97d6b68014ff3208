import { z } from 'zod';
import { RecordId } from '../schema/record-id.ts';
import { Key } from '../schema/text.ts';
import { defineQuery, type Query, type QueryContext } from './define.ts';
import { capital } from './names.ts';
import type { Rendered } from './rendered.ts';

const MAX_NAMES = 10_000;
const ITEMS_PER_CALL = 1000;

type Get<Name extends string, Item extends z.ZodType> = Query<`${Name}.get`, z.ZodType, Item>;
type ItemsOrNull<Item extends z.ZodType> = (z.output<Item> | null)[];

/** A look-up of many by key or id, in the order of `names`, with null for unknown ones. */
export function getMany<Name extends string, Item extends z.ZodType, By extends 'key' | 'id' = 'key'>(
  { name, summary, scope, output }: Get<Name, Item>,
  read: (
    context: QueryContext,
    names: readonly string[],
  ) => Promise<ItemsOrNull<Item> | Rendered<ItemsOrNull<Item>>>,
  by = 'key' as By,
) {
  return defineQuery({
    name: `${name}ManyBy${capital(by)}` as const,
    summary: `${summary}, several at once`,
    scope,
    withoutMount: 'GraphQL loads references with it, and callers of tRPC alone look up many at once.',
    input: z.strictObject({ names: z.array(by === 'id' ? RecordId : Key).max(MAX_NAMES) }),
    output: z.array(output.nullable()),
    cost: ({ names }) => Math.ceil(names.length / ITEMS_PER_CALL),
    run: (context, { names }) => read(context, names),
  });
}
