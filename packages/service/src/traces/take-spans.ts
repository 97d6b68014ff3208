import { OutturnError, toOutturnError } from '../base/errors.ts';
import { KeyedSemaphore } from '../base/keyed-semaphore.ts';
import type { KeyPrincipal, Principal } from '../base/principal.ts';
import type { Source } from '../base/telemetry-counts.ts';
import type { Database } from '../database/database.ts';
import { inTransaction } from '../database/in-transaction.ts';
import type { QueryRows } from '../database/query-rows.ts';
import type { Runtime } from '../operations/runtime.ts';
import {
  finishSpans,
  keepSpans,
  placeOf,
  readAround,
  type SpanToKeep,
  type StoredSpan,
} from './kept-spans.ts';
import { lockTraces } from './lock-traces.ts';
import type { ObservedSpan, ToldEvent } from './observation.ts';
import {
  type Amendment,
  amendTold,
  countRefused,
  type EventOperation,
  type Outcome,
  recordTold,
  type Told,
  throwFailure,
} from './record-told.ts';
import { type KeptSpan, type Placement, placeSpans } from './span-tree.ts';
import { forgetTold, keepTold } from './told-events.ts';

/** For how long the events of a request stay with the gateway that has taken it: longer than recording is tried, in milliseconds. */
export const TOLD_LEASE = 15_000;
/** How long an event waits for its ancestors, in milliseconds. */
const WAIT = 8_000;
/** For how long others leave work to the gateway that has taken it, in milliseconds. */
export const LEASE = 2_000;
/** Spans of one transaction. */
const CHUNK = 2_000;

export type Traces = { runtime: Runtime; operation: EventOperation };

/**
 * Keeps the spans of a request, whose events are checked, and records the events whose ancestors are all known. The others are in PostgreSQL when this
 * returns, and whichever gateway learns of their ancestors, or finds that the wait is over, records them. Rejects if a retry may
 * help; then no span is lost that an earlier request has brought.
 */
export async function takeSpans(
  traces: Traces,
  principal: KeyPrincipal,
  spans: readonly ObservedSpan[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  // Spans of one trace come together, so that their ancestors do.
  const sorted = [...new Map(spans.map((span) => [placeOf(span), span])).values()].sort((a, b) =>
    a.traceId < b.traceId ? -1 : a.traceId > b.traceId ? 1 : 0,
  );
  for (let start = 0; start < sorted.length; start += CHUNK)
    outcomes.push(...(await takeChunk(traces, principal, sorted.slice(start, start + CHUNK))));
  return outcomes;
}

/** Work that a transaction leaves, with what its rows need. */
type Work = {
  /** Arrived with this request, and is recorded before it is answered. */
  arrived: Told[];
  /** The rows that keep these until they are recorded. */
  keptIds: readonly string[];
  /** Came with earlier requests. */
  waiting: StoredSpan[];
  late: { span: KeptSpan; amendment: Amendment }[];
  /** Sources of calls that another span tells, too. */
  toldTwice: Source[];
  due: ReadonlyMap<string, string>;
};

/** Requests of one developer go one after the other in this process, rather than wait for locks of each other. */
const turns = new KeyedSemaphore(1, tooManySpans);

function tooManySpans(): OutturnError {
  const message = 'Too many spans of this account are waiting to be written. Retry after a second.';
  return new OutturnError('Rate Limit Exceeded', { message, retryAfter: 1 });
}

async function takeChunk(
  traces: Traces,
  principal: KeyPrincipal,
  spans: readonly ObservedSpan[],
): Promise<Outcome[]> {
  const { database } = traces.runtime;
  const work = await turns.withPermit(principal.developerId, () =>
    inTransaction(database, (ask) => place(ask, principal, spans)),
  );
  for (const source of work.toldTwice)
    traces.runtime.sources.add(principal.developerId, { source, outcome: 'toldTwice', count: 1 });
  const outcomes = await recordTold(traces.runtime, traces.operation, principal, work.arrived);
  throwFailure(outcomes);
  // It is kept, and the next look takes it up.
  const onFailure = (cause: unknown) =>
    traces.runtime.onServerError(toOutturnError(cause), { operation: 'traces.record', requestId: '' });
  await forgetTold(database.quick, principal.developerId, work.keptIds).catch(onFailure);
  await settleEarlier(traces, principal, work).catch(onFailure);
  return outcomes;
}

/** Records events of earlier requests whose ancestors have come, and amends those that were recorded without them. */
async function settleEarlier(traces: Traces, principal: KeyPrincipal, work: Work): Promise<void> {
  if (work.waiting.length + work.late.length === 0) return;
  const { developerId } = principal;
  throwFailure(await recordWaiting(traces, principal, work.waiting));
  const amendments = work.late.map(({ amendment }) => amendment);
  await amendTold(traces.runtime, traces.operation, developerId, amendments);
  const done = [...work.waiting, ...work.late.map(({ span }) => span)].flatMap((span) => {
    const dueAt = work.due.get(placeOf(span));
    return dueAt === undefined ? [] : [{ traceId: span.traceId, spanId: span.spanId, dueAt }];
  });
  await finish(traces.runtime.database, developerId, done);
}

/** Under the locks of `place`, which else could write back what it read before. */
export function finish(
  database: Database,
  developerId: string,
  done: readonly Pick<StoredSpan, 'traceId' | 'spanId' | 'dueAt'>[],
): Promise<void> {
  if (done.length === 0) return Promise.resolve();
  return inTransaction(database, async (ask) => {
    await lockTraces(ask, developerId, [...new Set(done.map(({ traceId }) => traceId))]);
    await finishSpans(ask, developerId, done);
  });
}

/** One transaction: others that bring spans of the same traces wait for its end. */
async function place(ask: QueryRows, principal: KeyPrincipal, spans: readonly ObservedSpan[]): Promise<Work> {
  const { developerId, apiKeyId } = principal;
  await lockTraces(ask, developerId, [...new Set(spans.map(({ traceId }) => traceId))]);
  const around = await readAround(ask, developerId, spans);
  const observedAt = new Map(spans.map((span) => [placeOf(span), span]));
  const stored = new Map(around.map((span) => [placeOf(span), span]));
  const rows: SpanToKeep[] = [];
  const work: Omit<Work, 'due' | 'keptIds'> = { arrived: [], waiting: [], late: [], toldTwice: [] };
  const known = Map.groupBy(around, ({ traceId }) => traceId);
  for (const [traceId, arrived] of Map.groupBy(spans, ({ traceId }) => traceId)) {
    const placement = placeSpans(arrived, known.get(traceId) ?? []);
    rows.push(...rowsOf(placement, { told: observedAt, stored, apiKeyId }));
    for (const span of placement.ready) {
      const before = stored.get(placeOf(span));
      const observed = observedAt.get(placeOf(span));
      if (before?.event) work.waiting.push({ ...before, ...span });
      else if (observed?.event)
        work.arrived.push(toldOf(span, { draft: observed.event, source: observed.source }));
    }
    for (const change of placement.late) {
      // An event that is being recorded is amended after it, by whoever does that.
      if (stored.get(placeOf(change.span))?.event) continue;
      work.late.push({ span: change.span, amendment: amendmentOf(change.span, { ...change, apiKeyId }) });
    }
    for (const span of placement.changed) {
      const before = stored.get(placeOf(span));
      const source = observedAt.get(placeOf(span))?.source ?? before?.event?.source;
      if (source && span.state === 'dropped' && before?.state !== 'dropped') work.toldTwice.push(source);
    }
  }
  const due = await keepSpans(ask, developerId, rows);
  const keptIds = await keepTold(ask, developerId, { told: work.arrived, lease: TOLD_LEASE });
  return { ...work, due, keptIds };
}

type Around = {
  told: ReadonlyMap<string, ObservedSpan>;
  stored: ReadonlyMap<string, StoredSpan>;
  apiKeyId: string;
};

function rowsOf({ changed, ready, late }: Placement, { told, stored, apiKeyId }: Around): SpanToKeep[] {
  const isReady = new Set(ready.map(({ spanId }) => spanId));
  const changes = new Map(late.map((one) => [one.span.spanId, one]));
  return changed.map((span): SpanToKeep => {
    const before = stored.get(placeOf(span));
    if (!before) {
      const observed = told.get(placeOf(span));
      if (span.state !== 'waiting' || !observed?.event) return { span, event: null, change: null, due: null };
      return {
        span,
        event: { draft: observed.event, source: observed.source },
        change: null,
        due: WAIT,
      };
    }
    const change = changes.get(span.spanId);
    if (change) {
      const { repeats, lateSpanId } = change;
      const keys = [...new Set([...(before.change?.keys ?? []), ...change.keys])];
      return {
        span,
        event: undefined,
        change: { keys, repeats, lateSpanId, apiKeyId },
        // An event that is being recorded is amended after it, at the next look.
        due: before.event ? 0 : LEASE,
      };
    }
    // One that is dropped already may wait to be voided.
    if (span.state === 'dropped' && before.state !== 'dropped')
      return { span, event: null, change: null, due: null };
    // Its event is kept until it is recorded: if this gateway dies, another goes on.
    return {
      span,
      event: undefined,
      change: before.change,
      due: isReady.has(span.spanId) ? LEASE : before.dueAt,
    };
  });
}

/** The same span is the same event. */
function originOf({ traceId, spanId }: { traceId: string; spanId: string }): string {
  return `span:${traceId}:${spanId}`;
}

export function amendmentOf(
  span: KeptSpan,
  { keys, repeats, lateSpanId, apiKeyId }: NonNullable<StoredSpan['change']>,
): Amendment {
  const names = keysOf(span);
  const changes = Object.fromEntries(
    keys.flatMap((key) => {
      const name = names[`${key}Key`];
      return name === undefined ? [] : [[`${key}Key`, name]];
    }),
  );
  const service = span.resource?.service;
  return {
    origin: originOf(span),
    changes,
    repeats: repeats === null ? null : originOf({ traceId: span.traceId, spanId: repeats }),
    replaceable: service === undefined ? {} : { agentKey: service },
    reason: `late span ${lateSpanId}`,
    apiKeyId,
  };
}

/** Chosen keys before guessed ones; of each the span's own, then those of ancestors, the nearest first, then the resource's. */
function keysOf({ names, resource }: KeptSpan): {
  agentKey?: string;
  sessionKey?: string;
  customerKey?: string;
} {
  const agent = names.agent?.chosen ?? resource?.agent ?? names.agent?.guessed ?? resource?.service;
  const session = names.session?.chosen ?? resource?.session ?? names.session?.guessed;
  const customer = names.customer?.chosen ?? resource?.customer ?? names.customer?.guessed;
  return {
    ...(agent !== undefined && { agentKey: agent }),
    ...(session !== undefined && { sessionKey: session }),
    ...(customer !== undefined && { customerKey: customer }),
  };
}

/** The event of a span with the keys that are known now. */
function toldOf(span: KeptSpan, { draft, source }: ToldEvent): Told {
  return { origin: originOf(span), input: { ...draft, ...keysOf(span) }, source };
}

/** One result for each span, undefined without an event. */
export async function recordWaiting(
  { runtime, operation }: Traces,
  principal: Principal,
  spans: readonly StoredSpan[],
): Promise<(Outcome | undefined)[]> {
  const told = spans.flatMap((span) => (span.event ? [toldOf(span, span.event)] : []));
  const outcomes = await recordTold(runtime, operation, principal, told);
  countRefused(runtime, principal, outcomes);
  const each = outcomes.values();
  return spans.map(({ event }) => (event ? each.next().value : undefined));
}
