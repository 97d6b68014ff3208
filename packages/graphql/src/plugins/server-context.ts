import type { CallContext, Exchange, OutturnError } from '@outturn/service';
import type { GraphqlContext } from '../builder.ts';

/**
 * The context that the server hands to Yoga with each request. A request whose caller was refused has a `refusal`
 * instead of a `call`; `requireCaller` throws it, so that no resolver sees such a request.
 */
export type ServerContext = Omit<GraphqlContext, 'call'> &
  Pick<Exchange, 'readText'> & { call?: CallContext; refusal?: OutturnError };

/** The context in a plugin, where Yoga's types do not know it. */
export function contextOf(serverContext: object | undefined): ServerContext {
  return serverContext as ServerContext;
}
