import type DataLoader from 'dataloader';
import type { GraphqlContext } from './builder.ts';

type Loaders = Map<string, DataLoader<string, unknown>>;

const ofRequests = new WeakMap<GraphqlContext, Loaders>();

/** The loaders of a request: what one field has read, another sees. */
export function loadersOf(context: GraphqlContext): Loaders {
  const loaders = ofRequests.get(context) ?? new Map<string, DataLoader<string, unknown>>();
  ofRequests.set(context, loaders);
  return loaders;
}

/** What was read before something was written is no longer true. */
export function forgetLoaded(context: GraphqlContext): void {
  ofRequests.delete(context);
}
