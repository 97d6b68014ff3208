import type { GraphqlContext } from '../builder.ts';

/** What `createGraphql` gives Yoga with every request, where Yoga's types of plugins do not know it. */
export function contextOf(serverContext: object | undefined): GraphqlContext {
  return serverContext as GraphqlContext;
}
