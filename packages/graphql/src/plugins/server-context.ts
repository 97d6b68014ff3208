import type { CallContext, Exchange, OutturnError } from '@outturn/service';
import type { GraphqlContext } from '../builder.ts';

/** A refused request has no call, and reaches no resolver. */
export type ServerContext = Omit<GraphqlContext, 'call'> &
  Pick<Exchange, 'readText'> & { call?: CallContext; refusal?: OutturnError };

/** For Yoga's plugin types, which do not know it. */
export function contextOf(serverContext: object | undefined): ServerContext {
  return serverContext as ServerContext;
}
