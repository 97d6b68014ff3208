import { type ErrorCode, type LiveEvent, toOutturnError } from '@outturn/service';
import type { GraphqlContext } from './builder.ts';

/** Failures after which the client should subscribe again. */
const passing: readonly ErrorCode[] = ['Server Error', 'Rate Limit Exceeded'];

/** An event of a subscription. One with `error` is the last. */
export type FollowedEvent<T> = { data: T } | { error: unknown };

/**
 * Turns a live stream of the service into the iterator that graphql-js expects of a subscription. Three things
 * differ:
 *
 * - An error before the first event rejects, so that the client gets it as the answer to its request, like that of a
 *   query.
 * - A later error becomes the last event. Its resolver throws it (`dataOf`), so the client gets it as the error of
 *   the field. If it is a passing failure, the stream is broken off instead: after a proper end, client libraries
 *   would not subscribe again.
 * - `return` ends the stream at once, also while it waits for its next event, and so does a client that disconnects
 *   (`onFollow`).
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

/** For resolvers: the data of an event. Throws its error. */
export function dataOf<T>(event: FollowedEvent<T>): T {
  if ('error' in event) throw event.error;
  return event.data;
}

/**
 * An event in the form of graphql-js. Where the stream was broken off, the promise stays pending: if it were settled,
 * Yoga would end the stream properly.
 */
async function toEvent<T>(
  event: IteratorResult<LiveEvent<T>> | undefined,
): Promise<IteratorResult<FollowedEvent<T>>> {
  if (!event) return new Promise(() => undefined);
  return event.done ? { done: true, value: undefined } : { done: false, value: { data: event.value.data } };
}

/** A function that returns `first` at its first call, and calls `others` from then on. */
function once<T>(first: Promise<T>, others: () => Promise<T>): () => Promise<T> {
  let isFirst = true;
  return () => {
    if (!isFirst) return others();
    isFirst = false;
    return first;
  };
}
