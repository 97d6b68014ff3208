import { callHook, LONGEST_RETRY_AFTER, LONGEST_TIMER, linkSignal, pause } from '@outturn/transport';
import type { OperationLink, TRPCLink } from '@trpc/client';
import { observable, type Unsubscribable } from '@trpc/server/observable';
import type { AppRouter } from '../app-router.ts';
import { readContext } from '../call-context.ts';
import { OutturnTimeoutError } from '../errors.ts';
import { delayAfter, isPassing, type Retry, retryAfterOf } from '../retry.ts';
import { toClientError } from '../to-client-error.ts';

export type RetryOptions = {
  timeout: number;
  retries: number;
  onRetry: ((retry: Retry) => void) | undefined;
};

/**
 * Repeats a query or mutation after a transient error, and ends an attempt without an answer after `timeout`.
 * Subscriptions pass: `liveLink` connects again by itself.
 */
export function retryLink(defaults: RetryOptions): TRPCLink<AppRouter> {
  return () => (call) => {
    const { op } = call;
    if (op.type === 'subscription') return call.next(op);
    const {
      timeout = defaults.timeout,
      retries = defaults.retries,
      onRetry = defaults.onRetry,
    } = readContext(op.context);
    return observable((observer) => {
      const ended = new AbortController();
      const unlink = linkSignal(ended, op.signal);
      const limits = { timeout, retries, onRetry, signal: ended.signal };
      repeat(call, limits).then(
        (envelope) => {
          observer.next(envelope);
          observer.complete();
        },
        (error) => observer.error(error),
      );
      return () => {
        unlink();
        ended.abort();
      };
    });
  };
}

type Call = Parameters<OperationLink<AppRouter>>[0];
type Limits = RetryOptions & { signal: AbortSignal };

async function repeat(call: Call, limits: Limits) {
  const { retries, onRetry, signal } = limits;
  for (let failures = 1; ; failures++) {
    try {
      return await attempt(call, limits);
    } catch (cause) {
      const error = toClientError(cause);
      if (!(failures <= retries) || !isPassing(error) || retryAfterOf(error) > LONGEST_RETRY_AFTER)
        throw error;
      const delay = delayAfter(error, failures);
      callHook(onRetry, { path: call.op.path, type: call.op.type, failures, delay, error });
      await pause(delay, signal);
    }
  }
}

type Envelope = Parameters<NonNullable<Parameters<ReturnType<Call['next']>['subscribe']>[0]['next']>>[0];

/**
 * One attempt. Unsubscribing aborts its HTTP request, unless other calls of the same batch still wait for it. So the
 * next link gets no signal: a call is ended by unsubscribing alone.
 */
function attempt({ op, next }: Call, { timeout, signal }: Limits): Promise<Envelope> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    let request: Unsubscribable | undefined;
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      settle();
      request?.unsubscribe();
    };
    const abort = () => end(() => reject(signal.reason));
    const onTimeout = () => end(() => reject(new OutturnTimeoutError(`No answer within ${timeout} ms`)));
    const timer = setTimeout(onTimeout, Math.min(timeout, LONGEST_TIMER));
    signal.addEventListener('abort', abort, { once: true });
    request = next({ ...op, signal: null }).subscribe({
      next: (envelope) => end(() => resolve(envelope)),
      error: (error) => end(() => reject(error)),
    });
  });
}
