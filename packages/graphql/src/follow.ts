import type { LiveEvent } from '@outturn/service';
import type { GraphqlContext } from './builder.ts';

/** An event on its way to the resolver of a subscription's field: what it shows, or why there will be no more. */
export type Told<T> = { data: T } | { error: unknown };

/**
 * Follows a subscription as GraphQL wants it. What is wrong from the start is thrown, and answered like a failed query; an
 * error that ends it later is the last event. Returning ends it at once, even while it waits for an event; so does the
 * request, when nobody reads its answer.
 */
export async function follow<T>(
  subscribe: (signal: AbortSignal) => AsyncGenerator<LiveEvent<T>>,
  { onFollow }: Pick<GraphqlContext, 'onFollow'>,
): Promise<AsyncIterableIterator<Told<T>>> {
  const ending = new AbortController();
  const events = subscribe(ending.signal);
  const end = () => {
    ending.abort();
    return events.return(undefined);
  };
  onFollow?.(() => void end());
  const first = await events.next();
  const next = once(toTold(first), async (): Promise<IteratorResult<Told<T>>> => {
    try {
      return toTold(await events.next());
    } catch (error) {
      return { done: false, value: { error } };
    }
  });
  const iterator: AsyncIterableIterator<Told<T>> = {
    [Symbol.asyncIterator]: () => iterator,
    next,
    async return() {
      await end();
      return { done: true, value: undefined };
    },
  };
  return iterator;
}

/** What an event shows. Throws the error that it tells of. */
export function told<T>(event: Told<T>): T {
  if ('error' in event) throw event.error;
  return event.data;
}

function toTold<T>(event: IteratorResult<LiveEvent<T>>): IteratorResult<Told<T>> {
  return event.done ? { done: true, value: undefined } : { done: false, value: { data: event.value.data } };
}

/** The first value at the first call, then the others. */
function once<T>(first: T, others: () => Promise<T>): () => Promise<T> {
  let isFirst = true;
  return () => {
    if (!isFirst) return others();
    isFirst = false;
    return Promise.resolve(first);
  };
}
