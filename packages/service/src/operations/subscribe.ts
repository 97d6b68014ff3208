import type { z } from 'zod';
import type { CallContext } from '../base/call-context.ts';
import { type ErrorCode, OutturnError, toOutturnError } from '../base/errors.ts';
import { requireScope, type SessionPrincipal } from '../base/principal.ts';
import { withMemory } from '../database/with-memory.ts';
import type { CommitFeed } from '../live/commit-feed.ts';
import { validate } from '../schema/validate.ts';
import type { Runtime } from './runtime.ts';
import { CONFIRMATION_TIMEOUT, type SessionWatch, unconfirmedSession } from './session-watch.ts';
import type { LiveEvent, Subscription } from './subscription.ts';

/** Milliseconds between two checks whether the API key of a stream still works. */
const RENEW_INTERVAL = 500;
/** Errors that say nothing about the caller: the check itself failed, and is repeated. */
const transientCodes: readonly ErrorCode[] = ['Server Error', 'Rate Limit Exceeded'];
/** Open streams of one developer at one gateway. */
const MAX_PER_DEVELOPER = 100;

/**
 * Runs the live streams of this process. A subscription is checked like any call when it begins; after that, only
 * this class ends it: when the client leaves, when the key or the session stops working, when the database requires a
 * newer gateway, or when the process stops.
 *
 * A stream of a key asks twice a second whether the key still works. A stream of a session is ended by
 * `SessionWatch`.
 */
export class Subscriptions {
  readonly #runtime: Runtime;
  readonly #commits: CommitFeed;
  readonly #sessions: Pick<SessionWatch, 'watch'>;
  readonly #open = new Map<string, Set<AbortController>>();
  #isClosed = false;

  constructor(runtime: Runtime, commits: CommitFeed, sessions: Pick<SessionWatch, 'watch'>) {
    this.#runtime = runtime;
    this.#commits = commits;
    this.#sessions = sessions;
  }

  /**
   * Yields events until `signal` aborts; throws when the key, the session or the process ends. Every error is an
   * {@link OutturnError}.
   */
  async *subscribe<Input extends z.ZodType, Output extends z.ZodType>(
    subscription: Subscription<string, Input, Output>,
    call: CallContext,
    input: unknown,
    signal: AbortSignal,
  ): AsyncGenerator<LiveEvent<z.output<Output>>> {
    const ending = new AbortController();
    const { principal } = call;
    const end = () => ending.abort();
    const unwatch =
      principal.kind === 'session' ? this.#watch(principal, call, ending) : renewing(call, ending);
    let events: AsyncGenerator<LiveEvent<z.output<Output>>> | undefined;
    signal.addEventListener('abort', end);
    try {
      const { refusal } = this.#runtime.database.schema;
      if (refusal) throw refusal;
      await call.admit?.(1);
      if (subscription.scope) requireScope(principal, subscription.scope);
      const valid = validate(subscription.input, input);
      this.#add(principal.developerId, ending);
      if (signal.aborted) return;
      const database = withMemory(this.#runtime.database, call.memory, { isStream: true });
      const { signal: ended } = ending;
      const context = {
        ...this.#runtime,
        database,
        principal,
        call,
        commits: this.#commits,
        signal: ended,
      };
      events = subscription.run(context, valid);
      yield* untilAborted(events, ending.signal);
      if (ending.signal.reason instanceof OutturnError) throw withAdvice(ending.signal.reason, subscription);
    } catch (cause) {
      const error = toOutturnError(cause);
      const { requestId } = call;
      const isFault = error.code === 'Server Error' && error.cause !== undefined;
      if (isFault) {
        this.#runtime.onServerError(error, { operation: subscription.name, requestId });
      }
      throw error;
    } finally {
      unwatch();
      signal.removeEventListener('abort', end);
      // A statement of the stream may still run after its client has left, and counts towards the limit until it has
      // ended. Clients that open streams and leave at once could otherwise start any number of statements.
      void Promise.resolve(events?.return(undefined))
        .catch(() => undefined)
        .finally(() => this.#remove(principal.developerId, ending));
    }
  }

  /** Number of open streams. */
  get size(): number {
    let size = 0;
    for (const open of this.#open.values()) size += open.size;
    return size;
  }

  /** Ends all streams, and those that begin from now on. */
  close(): void {
    this.#isClosed = true;
    this.end(stopping());
  }

  /** Ends all open streams with this error. */
  end(why: OutturnError): void {
    for (const set of this.#open.values()) for (const ending of set) ending.abort(why);
  }

  /**
   * Ends the stream with its session. The session may have ended after the call was authenticated and before the
   * watch began, and no notice would come: so it is looked up once more. The stream ends if this takes longer than a
   * confirmation may take.
   */
  #watch(principal: SessionPrincipal, call: CallContext, ending: AbortController): () => void {
    const unwatch = this.#sessions.watch(principal, (why) => ending.abort(why));
    const late = setTimeout(() => ending.abort(unconfirmedSession()), CONFIRMATION_TIMEOUT);
    const look = async () => {
      const { developerId } = (await call.renew?.()) ?? principal;
      clearTimeout(late);
      if (developerId !== principal.developerId) ending.abort(unconfirmedSession());
    };
    look().catch((error) => ending.abort(refusalOf(error) ?? unconfirmedSession()));
    return () => {
      clearTimeout(late);
      unwatch();
    };
  }

  #add(developerId: string, ending: AbortController): void {
    const open = this.#open.get(developerId) ?? new Set();
    if (open.size >= MAX_PER_DEVELOPER) {
      const message = `At most ${MAX_PER_DEVELOPER} subscriptions may be open at once. Close one first.`;
      throw new OutturnError('Rate Limit Exceeded', { message, retryAfter: 5 });
    }
    this.#open.set(developerId, open.add(ending));
    if (this.#isClosed) ending.abort(stopping());
  }

  #remove(developerId: string, ending: AbortController): void {
    const open = this.#open.get(developerId);
    open?.delete(ending);
    if (open?.size === 0) this.#open.delete(developerId);
  }
}

/**
 * Checks the key of a stream at an interval. A check is left out while the one before still runs, so that a slow
 * database does not collect them and use up its connections.
 */
function renewing(call: CallContext, ending: AbortController): () => void {
  let isRenewing = false;
  const renew = async () => {
    if (isRenewing) return;
    isRenewing = true;
    try {
      await call.renew?.();
    } catch (error) {
      const refusal = refusalOf(error);
      // Undefined if the check itself failed; the next one repeats it.
      if (refusal) ending.abort(refusal);
    } finally {
      isRenewing = false;
    }
  };
  const renewal = setInterval(() => void renew(), RENEW_INTERVAL);
  return () => clearInterval(renewal);
}

/** Why the caller may no longer use the stream; undefined if the check itself failed. */
function refusalOf(error: unknown): OutturnError | undefined {
  const refusal = toOutturnError(error);
  return transientCodes.includes(refusal.code) ? undefined : refusal;
}

/**
 * Ends with `signal`, also while `events` is waiting for its next event: a generator cannot be interrupted there, so
 * the wait is abandoned.
 */
async function* untilAborted<T>(events: AsyncGenerator<T>, signal: AbortSignal): AsyncGenerator<T> {
  let stop: (() => void) | undefined;
  const abort = () => stop?.();
  signal.addEventListener('abort', abort);
  try {
    while (!signal.aborted) {
      const next = await new Promise<IteratorResult<T> | undefined>((resolve, reject) => {
        stop = () => resolve(undefined);
        events.next().then(resolve, reject);
      });
      if (!next || next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function stopping(): OutturnError {
  return new OutturnError('Server Error', { message: 'This gateway is stopping.' });
}

/** Clients subscribe again after a `Server Error`, so its message says how. */
function withAdvice(reason: OutturnError, { isResumable }: Subscription): OutturnError {
  if (reason.code !== 'Server Error') return reason;
  const advice = `Subscribe again${isResumable ? '; with the id of the last event, nothing is missed' : ''}.`;
  return new OutturnError('Server Error', { message: `${reason.message} ${advice}` });
}
