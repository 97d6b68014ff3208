import { type Operation, OutturnError, RenderedPage } from '@outturn/service';
import type { z } from 'zod';
import type { GraphqlContext } from './builder.ts';
import { inGraphqlTerms, withoutNulls } from './field-terms.ts';
import { runQuery } from './run-operation.ts';

/** The output of a list operation. */
export type Page<T> = { items: T[]; nextCursor: string | null };

/** Relay's arguments for reading forwards, and ours. */
export type ConnectionArguments = {
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: object | null | undefined;
  orderBy?: unknown;
};

/** What the paging fields of list operations are called here. */
const argumentNames = new Map([
  ['limit', 'first'],
  ['cursor', 'after'],
]);

/** Resolves a Relay connection with a list operation. */
export async function resolveConnection<T>(
  context: GraphqlContext,
  operation: Operation<string, z.ZodType, z.ZodType<Page<T>>>,
  args: ConnectionArguments,
) {
  const { output: page } = await runQuery(context, operation, listInput(args)).catch((error: unknown) => {
    throw inListTerms(error);
  });
  if (!(page instanceof RenderedPage))
    throw new OutturnError('Server Error', { cause: `${operation.name} has no pages` });
  // A list operation renders items of its own item type.
  const items = page.items.value as T[];
  return connectionOf(items, {
    cursorAt: page.cursorAt,
    hasNextPage: page.nextCursor !== null,
    hasPreviousPage: args.after != null,
  });
}

/** Arguments of a connection as the input of a list operation. */
export function listInput({ first, after, filter, orderBy }: ConnectionArguments): Record<string, unknown> {
  return withoutNulls({ limit: first, cursor: after, sort: orderBy, ...filter });
}

/** An error of a list operation, about the arguments as they are called here. */
export function inListTerms(error: unknown): unknown {
  return inGraphqlTerms(error, (field) => argumentNames.get(field) ?? field);
}

export function connectionOf<T>(
  items: readonly T[],
  {
    cursorAt,
    ...pages
  }: { cursorAt: (index: number) => string; hasNextPage: boolean; hasPreviousPage: boolean },
) {
  const edges = items.map((node, i) => ({ node, cursor: cursorAt(i) }));
  return {
    edges,
    pageInfo: { ...pages, startCursor: edges[0]?.cursor ?? null, endCursor: edges.at(-1)?.cursor ?? null },
  };
}
