import { type ErrorCode, type LiveEvent, toOutturnError } from '@outturn/service';
import type { GraphqlContext } from './builder.ts';

/** `error` is the last event. */
export type FollowedEvent<T> = { data: T } | { error: unknown };

/**
 * Rejects with an error from the start, like a query; a later one is the last event. An error that passes breaks the stream
 * off instead. Returning ends the subscription at once, as does a client that disconnects.
 */
export async function follow<T>(
  subscribe: (signal: AbortSignal) => AsyncGenerator<LiveEvent<T>>,
  { onFollow, breakOff }: Pick<GraphqlContext, 'onFollow' | 'breakOff'>,
): Promise<AsyncIterableIterator<FollowedEvent<T>>> {
  const ending = new AbortController();
  const events = subscribe(ending.signal);
  const end = () => {
    ending.abort();
    return events.return(undefined);
  };
  onFollow?.(() => void end());
  const breakOn =
    (passing: readonly ErrorCode[]) =>
    (error: unknown): undefined => {
      if (!breakOff || !passing.includes(toOutturnError(error).code)) throw error;
      breakOff();
    };
  const first = await events.next().catch(breakOn(['Server Error']));
  const next = once(toEvent(first), async (): Promise<IteratorResult<FollowedEvent<T>>> => {
    try {
      return await toEvent(await events.next().catch(breakOn(['Server Error', 'Rate Limit Exceeded'])));
    } catch (error) {
      return { done: false, value: { error } };
    }
  });
  const iterator: AsyncIterableIterator<FollowedEvent<T>> = {
    [Symbol.asyncIterator]: () => iterator,
    next,
    async return() {
      await end();
      return { done: true, value: undefined };
    },
  };
  return iterator;
}

export function dataOf<T>(event: FollowedEvent<T>): T {
  if ('error' in event) throw event.error;
  return event.data;
}

/** Pending where the stream is broken off, as Yoga completes a stream that ends. */
async function toEvent<T>(
  event: IteratorResult<LiveEvent<T>> | undefined,
): Promise<IteratorResult<FollowedEvent<T>>> {
  if (!event) return new Promise(() => undefined);
  return event.done ? { done: true, value: undefined } : { done: false, value: { data: event.value.data } };
}

/** `first` at the first call. */
function once<T>(first: Promise<T>, others: () => Promise<T>): () => Promise<T> {
  let isFirst = true;
  return () => {
    if (!isFirst) return others();
    isFirst = false;
    return first;
  };
}
