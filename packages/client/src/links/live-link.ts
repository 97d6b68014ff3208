import { callHook, linkSignal, pause } from '@outturn/transport';
import { type Operation, type OperationResultEnvelope, TRPCClientError, type TRPCLink } from '@trpc/client';
import { type Observer, observable } from '@trpc/server/observable';
import type { AppRouter } from '../app-router.ts';
import { OutturnConnectionError } from '../errors.ts';
import { delayAfter, isPassing, type Retry } from '../retry.ts';
import type { Server } from '../send-request.ts';
import { toClientError } from '../to-client-error.ts';
import { connect } from './connect.ts';

export type LiveOptions = {
  /** Milliseconds to connect. */
  timeout: number;
  onRetry: ((retry: Retry) => void) | undefined;
};

type Failure = TRPCClientError<AppRouter>;
type Listener = Observer<OperationResultEnvelope<unknown, Failure>, Failure>;

/**
 * Subscriptions that connect again after a transient error and continue behind the last event, so that nothing is
 * missed or repeated.
 */
export function liveLink(server: Server, options: LiveOptions): TRPCLink<AppRouter> {
  return () =>
    ({ op }) =>
      observable((listener) => {
        const ended = new AbortController();
        const unlink = linkSignal(ended, op.signal);
        const { signal } = ended;
        follow(server, op, { ...options, signal, listener }).catch((error) =>
          signal.aborted ? finish(listener) : listener.error(error),
        );
        return () => {
          unlink();
          ended.abort();
        };
      });
}

type Following = LiveOptions & { signal: AbortSignal; listener: Listener };

/** Follows until the caller stops or an error is not transient. Never resolves. */
async function follow(server: Server, op: Operation, following: Following): Promise<never> {
  const { signal, listener, onRetry } = following;
  const position: Position = { lastEventId: undefined, failures: 0 };
  reportState(listener, 'connecting');
  for (;;) {
    try {
      await followOnce(server, op, { ...following, position });
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error;
      const failures = ++position.failures;
      const delay = delayAfter(error, failures);
      callHook(onRetry, { path: op.path, type: 'subscription', failures, delay, error });
      reportState(listener, 'connecting', error);
      await pause(delay, signal);
    }
  }
}

type Position = { lastEventId: string | undefined; failures: number };

/**
 * Follows one connection. It always ends in an error: a server ends a stream only when it stops, so this, too, is a
 * reason to connect again.
 */
async function followOnce(
  server: Server,
  op: Operation,
  { timeout, signal, listener, position }: Following & { position: Position },
): Promise<never> {
  for await (const { event, id, data } of connect(server, urlOf(server, op, position), { timeout, signal })) {
    if (event === 'connected') {
      listener.next({ result: { type: 'started' } });
      reportState(listener, 'pending');
    } else if (event === 'serialized-error') {
      throw toClientError(TRPCClientError.from({ error: JSON.parse(data) }));
    } else if (event === 'ping') {
      position.failures = 0;
    } else if (event === undefined || event === 'message') {
      const value: unknown = JSON.parse(data);
      position.failures = 0;
      if (id) position.lastEventId = id;
      listener.next({ result: id ? { id, data: { id, data: value } } : { data: value } });
    }
  }
  throw new OutturnConnectionError(`${server.url} closed the connection`);
}

/** The position to resume from is a field of the input. */
function urlOf({ url }: Server, { path, input }: Operation, { lastEventId }: Position): string {
  const wanted = lastEventId === undefined ? input : { ...(input as object | undefined), lastEventId };
  const query = wanted === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(wanted))}`;
  return `${url}/${path}${query}`;
}

function reportState(
  listener: Listener,
  state: 'connecting' | 'pending',
  error: Failure | null = null,
): void {
  listener.next({
    result: state === 'pending' ? { type: 'state', state, error: null } : { type: 'state', state, error },
  });
}

function finish(listener: Listener): void {
  listener.next({ result: { type: 'stopped' } });
  listener.next({ result: { type: 'state', state: 'idle', error: null } });
  listener.complete();
}
