import { invalidRequest, type Operation, OutturnError, RenderedPage } from '@outturn/service';
import type { z } from 'zod';
import type { GraphqlContext } from './builder.ts';
import { runQuery } from './run-operation.ts';

type Page<T> = { items: T[]; nextCursor: string | null };

/** Relay's arguments; lists are read forwards. */
export type ConnectionArguments = {
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
};

/** Resolves a Relay connection with a list operation. */
export async function resolveConnection<T>(
  context: GraphqlContext,
  operation: Operation<string, z.ZodType, z.ZodType<Page<T>>>,
  { first, after, last, before }: ConnectionArguments,
) {
  if (last != null || before != null) {
    throw invalidRequest([
      { field: last != null ? 'last' : 'before', message: 'is not supported; use first and after' },
    ]);
  }
  const input = { ...(first != null && { limit: first }), ...(after != null && { cursor: after }) };
  const { output: page } = await runQuery(context, operation, input);
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
