import type DataLoader from 'dataloader';
import type { GraphqlContext } from './builder.ts';

type Loaders = Map<string, DataLoader<string, unknown>>;

const ofRequests = new WeakMap<GraphqlContext, Loaders>();

/** Fields of one request share what was read. */
export function loadersOf(context: GraphqlContext): Loaders {
  const loaders = ofRequests.get(context) ?? new Map<string, DataLoader<string, unknown>>();
  ofRequests.set(context, loaders);
  return loaders;
}

/** A write makes earlier reads stale. */
export function forgetLoaded(context: GraphqlContext): void {
  ofRequests.delete(context);
}
