import type { z } from 'zod';
import type { CallContext } from '../context.ts';
import { type ErrorCode, OutturnError, toOutturnError } from '../errors.ts';
import { authenticated, type Runtime } from '../execute.ts';
import { requireScope } from '../require-scope.ts';
import { validate } from '../schema/validate.ts';
import type { CommitFeed } from './commit-feed.ts';
import type { LiveEvent, Subscription } from './subscription.ts';

/** How often a subscription asks whether its caller may still see what it sends, in milliseconds. */
const RENEW_EVERY = 500;
/** Who the caller is could not be found out: the database is away or busy. */
const passing: readonly ErrorCode[] = ['Server Error', 'Rate Limit Exceeded'];
/** How many subscriptions a developer may have open on one gateway. */
const MAX_PER_DEVELOPER = 100;

/** The open subscriptions of this process. */
export class Subscriptions {
  readonly #runtime: Runtime;
  readonly #commits: CommitFeed;
  readonly #open = new Map<string, Set<AbortController>>();
  #isClosed = false;

  constructor(runtime: Runtime, commits: CommitFeed) {
    this.#runtime = runtime;
    this.#commits = commits;
  }

  /**
   * The only way into a subscription, for every surface: authentication, rate limit, scope and validation, then events
   * until `signal` aborts, the caller's key is revoked (`Unauthorized`) or the process ends. Throws {@link OutturnError}
   * and nothing else.
   */
  async *subscribe<Input extends z.ZodType, Output extends z.ZodType>(
    subscription: Subscription<string, Input, Output>,
    call: CallContext,
    input: unknown,
    signal: AbortSignal,
  ): AsyncGenerator<LiveEvent<z.output<Output>>> {
    const ending = new AbortController();
    const principal = authenticated(call);
    const end = () => ending.abort();
    // One at a time: where answers take long, more would take the connections of all others.
    let isRenewing = false;
    const renew = async () => {
      if (isRenewing) return;
      isRenewing = true;
      await this.#renew(call, ending).finally(() => {
        isRenewing = false;
      });
    };
    const renewal = setInterval(() => void renew(), RENEW_EVERY);
    signal.addEventListener('abort', end);
    try {
      await call.admit?.(1);
      if (subscription.scope) requireScope(principal, subscription.scope);
      const valid = validate(subscription.input, input);
      this.#add(principal.developerId, ending);
      if (signal.aborted) return;
      const context = { ...this.#runtime, principal, call, commits: this.#commits, signal: ending.signal };
      yield* subscription.run(context, valid);
      if (ending.signal.reason instanceof OutturnError) throw ending.signal.reason;
    } catch (cause) {
      const error = toOutturnError(cause);
      const { requestId } = call;
      const isFault = error.code === 'Server Error' && error.cause !== undefined;
      if (isFault) {
        this.#runtime.onServerError(error, { operation: subscription.name, requestId });
      }
      throw error;
    } finally {
      clearInterval(renewal);
      signal.removeEventListener('abort', end);
      this.#remove(principal.developerId, ending);
    }
  }

  /** How many are open. */
  get size(): number {
    let size = 0;
    for (const open of this.#open.values()) size += open.size;
    return size;
  }

  /** Ends all of them, with an error that clients take as a reason to subscribe anew. */
  close(): void {
    this.#isClosed = true;
    for (const set of this.#open.values()) for (const ending of set) ending.abort(stopping());
  }

  async #renew(call: CallContext, ending: AbortController): Promise<void> {
    const principal = (await call.renew?.()) ?? call.principal;
    if (principal instanceof OutturnError && !passing.includes(principal.code)) ending.abort(principal);
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

function stopping(): OutturnError {
  return new OutturnError('Server Error', {
    message: 'This gateway is stopping. Subscribe again; with the id of the last event, nothing is missed.',
  });
}
