import type { OperatorPrincipal } from '../base/principal.ts';
import { inTransaction } from '../database/in-transaction.ts';
import { keepSpans, placeOf, readDue, type StoredSpan } from './kept-spans.ts';
import { lockTraces } from './lock-traces.ts';
import { amendTold, countRefused, recordTold, throwFailure } from './record-told.ts';
import { amendmentOf, finish, LEASE, recordWaiting, TOLD_LEASE, type Traces } from './take-spans.ts';
import { findDueTold, forgetTold, keepTold, takeDueTold } from './told-events.ts';

/** Milliseconds between looks for spans whose wait is over, and for work that another gateway has left. */
const LOOK_EVERY = 500;
/** Traces of one look. */
const MOST_TRACES = 2_000;

/** Of the oldest, some of each developer. */
const LOOK = `select distinct developer_id, trace_id from (
    select developer_id, trace_id, row_number() over (partition by developer_id order by due_at) as turn from (
      select developer_id, trace_id, due_at from spans where due_at <= now() order by due_at limit 20000) o) s
  where turn <= 1000 limit ${MOST_TRACES}`;

type Options = Traces & { onFailure: (cause: unknown) => void };

/** Records the events whose ancestors did not come, and goes on with the work of a gateway that has ended. */
export class SpanFollower {
  readonly #options: Options;
  readonly #timer: NodeJS.Timeout;
  #working: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#working;
  }

  #look(): void {
    this.#working ??= this.#work()
      .catch(this.#options.onFailure)
      .finally(() => {
        this.#working = undefined;
      });
  }

  async #work(): Promise<void> {
    const { runtime, onFailure } = this.#options;
    const left = await findDueTold(runtime.database.quick);
    await Promise.all(left.map((developerId) => this.#recordLeft(developerId).catch(onFailure)));
    for (let isFull = true; isFull && !this.#isClosed; ) {
      const due = await inTransaction(runtime.database, (ask) => ask('spans_look', LOOK, []));
      isFull = due.length >= MOST_TRACES;
      // Both are parts of the primary key.
      const byDeveloper = Map.groupBy(due as [string, string][], ([developerId]) => developerId);
      // No developer stops or delays another.
      await Promise.all(
        [...byDeveloper].map(([developerId, traces]) =>
          this.#settle(
            developerId,
            traces.map(([, traceId]) => traceId.replaceAll('-', '')),
          ).catch((cause: unknown) => {
            isFull = false;
            onFailure(cause);
          }),
        ),
      );
    }
  }

  /** Events of requests whose gateway could not record them after it had kept their spans. */
  async #recordLeft(developerId: string): Promise<void> {
    const { runtime, operation } = this.#options;
    const { quick } = runtime.database;
    const principal = operatorOf(developerId);
    for (;;) {
      const due = this.#isClosed ? undefined : await takeDueTold(quick, developerId, TOLD_LEASE);
      if (!due) return;
      const outcomes = await recordTold(runtime, operation, principal, due.told);
      // What fails now is tried again alone.
      const failed = outcomes.filter(({ kind }) => kind === 'failed');
      await keepTold(quick, developerId, { told: failed.map(({ told }) => told), lease: TOLD_LEASE });
      if (failed.length < due.told.length) await forgetTold(quick, developerId, [due.id]);
      countRefused(runtime, principal, outcomes);
      throwFailure(outcomes);
    }
  }

  async #settle(developerId: string, traceIds: readonly string[]): Promise<void> {
    const { runtime, operation } = this.#options;
    const { database } = runtime;
    const taken = await inTransaction(database, async (ask) => {
      await lockTraces(ask, developerId, traceIds);
      const due = await readDue(ask, developerId, traceIds);
      const spans = due.map(
        (span): StoredSpan => (span.state === 'waiting' ? { ...span, state: 'recorded' } : span),
      );
      const rows = spans.map((span) => ({ span, event: undefined, change: span.change, due: LEASE }));
      const dueAt = await keepSpans(ask, developerId, rows);
      return spans.map((span) => ({ ...span, dueAt: dueAt.get(placeOf(span)) ?? null }));
    });
    const recorded = await recordWaiting(this.#options, operatorOf(developerId), taken);
    const done = taken.filter((_, i) => recorded[i]?.kind !== 'failed');
    const amendments = done.flatMap((span) => (span.change ? [amendmentOf(span, span.change)] : []));
    await amendTold(runtime, operation, developerId, amendments);
    await finish(database, developerId, done);
    throwFailure(recorded);
  }
}

/** The key that brought the spans may be revoked by now. */
function operatorOf(developerId: string): OperatorPrincipal {
  return { kind: 'operator', developerId, plan: 'unlimited', scopes: new Set() };
}
