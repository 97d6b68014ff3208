import { type Operation, OutturnError, RenderedPage } from '@outturn/service';
import type { z } from 'zod';
import type { GraphqlContext } from './builder.ts';
import { inGraphqlTerms, withoutNulls } from './input-translation.ts';
import { runQuery } from './run-operation.ts';

export type Page<T> = { items: T[]; nextCursor: string | null };

/** Relay's forward paging, and our filters and orders. */
export type ConnectionArguments = {
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: object | null | undefined;
  orderBy?: unknown;
};

/** From the input of list operations. */
const argumentNames = new Map([
  ['limit', 'first'],
  ['cursor', 'after'],
]);

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
  const items = page.items.value as T[];
  return connectionOf(items, {
    cursorAt: page.cursorAt,
    hasNextPage: page.nextCursor !== null,
    hasPreviousPage: args.after != null,
  });
}

export function listInput({ first, after, filter, orderBy }: ConnectionArguments): Record<string, unknown> {
  return withoutNulls({ limit: first, cursor: after, sort: orderBy, ...filter });
}

/** Names the arguments as GraphQL does. */
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
