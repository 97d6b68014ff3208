import type DataLoader from 'dataloader';
import type { GraphqlContext } from './builder.ts';

type Loaders = Map<string, DataLoader<string, unknown>>;

const ofRequests = new WeakMap<GraphqlContext, Loaders>();

/** The loaders of a request, so that its fields share what was read. */
export function loadersOf(context: GraphqlContext): Loaders {
  const loaders = ofRequests.get(context) ?? new Map<string, DataLoader<string, unknown>>();
  ofRequests.set(context, loaders);
  return loaders;
}

/** Call it after a write, which makes what was read before out of date. */
export function forgetLoaded(context: GraphqlContext): void {
  ofRequests.delete(context);
}
