import type { CallContext, Exchange, OutturnError } from '@outturn/service';
import type { GraphqlContext } from '../builder.ts';

/** What `createGraphql` gives Yoga with every request; a refused request has no call, and comes to no resolver. */
export type ServerContext = Omit<GraphqlContext, 'call'> &
  Pick<Exchange, 'readText'> & { call?: CallContext; refusal?: OutturnError };

/** The same where Yoga's types of plugins do not know it. */
export function contextOf(serverContext: object | undefined): ServerContext {
  return serverContext as ServerContext;
}
