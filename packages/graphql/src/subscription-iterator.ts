import { type ErrorCode, type LiveEvent, toOutturnError } from '@outturn/service';
import type { GraphqlContext } from './builder.ts';

const passing: readonly ErrorCode[] = ['Server Error', 'Rate Limit Exceeded'];

/** `error` is the last event. */
export type FollowedEvent<T> = { data: T } | { error: unknown };

/**
 * Rejects with an error from the start, like a query; a later one is the last event, or breaks the stream off if it passes.
 * Returning ends the subscription at once, as does a client that disconnects.
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
  const breakOrThrow = (error: unknown): undefined => {
    if (!breakOff || !passing.includes(toOutturnError(error).code)) throw error;
    breakOff();
  };
  const first = await events.next();
  const next = once(toEvent(first), async (): Promise<IteratorResult<FollowedEvent<T>>> => {
    try {
      return await toEvent(await events.next().catch(breakOrThrow));
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
