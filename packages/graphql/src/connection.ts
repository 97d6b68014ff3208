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
  { first, after, filter, orderBy }: ConnectionArguments,
) {
  const input = withoutNulls({ limit: first, cursor: after, sort: orderBy, ...filter });
  const { output: page } = await runQuery(context, operation, input).catch((error: unknown) => {
    throw inGraphqlTerms(error, (field) => argumentNames.get(field) ?? field);
  });
  if (!(page instanceof RenderedPage))
    throw new OutturnError('Server Error', { cause: `${operation.name} has no pages` });
  // A list operation renders items of its own item type.
  const items = page.items.value as T[];
  const edges = items.map((node, i) => ({ node, cursor: page.cursorAt(i) }));
  return {
    edges,
    pageInfo: {
      hasNextPage: page.nextCursor !== null,
      hasPreviousPage: after != null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}
