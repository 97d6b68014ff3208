import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { OutturnError, toOutturnError, tooBusy } from '../base/errors.ts';
import { isLockTimeout } from '../base/pg-error.ts';
import type { KeyPrincipal, Principal } from '../base/principal.ts';
import type { Counted, Source } from '../base/telemetry-counts.ts';
import type { Database } from '../database/database.ts';
import { defineIntake } from '../operations/define.ts';
import type { AnyRecordKind } from '../records/definition/define-record-kind.ts';
import type { EventDraft, ObservedRecord, ObservedSpan } from './observation.ts';
import {
  checkTold,
  countRefused,
  type EventOperation,
  recordTold,
  type Told,
  throwFailure,
} from './record-told.ts';
import { type Traces, takeSpans } from './take-spans.ts';

/** What a request of OTLP told. */
export type Telemetry = {
  readonly spans: readonly ObservedSpan[];
  readonly records: readonly ObservedRecord[];
  /** Counts of items that make neither a span nor an event, or cannot be used. */
  readonly others: readonly Counted[];
};

/** How many events were refused, and why the first was. */
export type TakenTelemetry = { readonly refused: number; readonly reason: string | null };

/** Other spans that cost as much as an event, of the limit of telemetry. */
const SPANS_PER_EVENT = 10;

/** Milliseconds that a request waits for room before it is refused: some exporters never retry. */
const WAIT_FOR_ROOM = 5_000;

export type TelemetryIntake = ReturnType<typeof recordTelemetry>;

/** Null in a model without events. */
export function defineTelemetry(kinds: readonly AnyRecordKind[]): TelemetryIntake | null {
  const operation = eventOperationOf(kinds);
  return operation ? recordTelemetry(operation) : null;
}

/** The operation that records events; undefined in a model without them. */
export function eventOperationOf(kinds: readonly AnyRecordKind[]): EventOperation | undefined {
  // Every kind declares it so.
  return kinds.find(({ name }) => name === 'events')?.operations.record as EventOperation | undefined;
}

function recordTelemetry(operation: EventOperation) {
  return defineIntake({
    name: 'traces.record',
    summary: 'Record the model and tool calls of spans and log records',
    scope: operation.scope,
    withoutMount: 'OTLP has paths, bodies and answers of its own.',
    // Made by the surface, which has mapped what was sent.
    input: z.custom<Telemetry>(),
    output: z.custom<TakenTelemetry>(),
    cost: ({ spans, records }) => {
      const calls = spans.filter(({ event }) => event).length;
      return Math.max(1, calls + records.length + Math.ceil((spans.length - calls) / SPANS_PER_EVENT));
    },
    async run({ runtime, principal }, telemetry): Promise<TakenTelemetry> {
      const key = requireKey(principal);
      // Late ancestors amend events.
      if (runtime.database.distribution.refusesCorrections)
        throw new OutturnError('Invalid Request', { message: 'Telemetry is not taken on Citus.' });
      const deadline = Date.now() + WAIT_FOR_ROOM;
      const taken = await retryUntil(deadline, () =>
        withoutIgnored(runtime.database, key.developerId, telemetry),
      );
      const checked = check({ runtime, operation }, key, taken);
      const outcomes = await retryUntil(deadline, async () => {
        const ofSpans = await takeSpans({ runtime, operation }, key, checked.spans);
        const ofRecords = await recordTold(runtime, operation, key, checked.told);
        throwFailure(ofRecords);
        return [...ofSpans, ...ofRecords];
      });
      countRefused(runtime, key, outcomes);
      const refusals = [
        ...checked.refusals,
        ...outcomes.flatMap((one) => (one.kind === 'refused' ? [one.error] : [])),
      ];
      for (const { event, ignored, source } of taken.spans)
        if (!event)
          runtime.sources.add(key.developerId, { source, outcome: ignored ?? 'container', count: 1 });
      for (const counted of taken.others) runtime.sources.add(key.developerId, counted);
      return { refused: refusals.length, reason: refusals[0]?.message ?? null };
    },
  });
}

/**
 * Spans of the scopes that the account ignores make no events. They stay what they are in the tree: names count for the spans
 * below, and a tool still stands between two calls.
 */
async function withoutIgnored(
  database: Database,
  developerId: string,
  telemetry: Telemetry,
): Promise<Telemetry> {
  const rows = await database.quick(
    'developer_ignored_scopes',
    'select array_to_json(ignored_scopes) from developers where id = $1',
    [developerId],
  );
  const ignored = new Set(JSON.parse(rows[0]?.[0] ?? '[]') as string[]);
  if (ignored.size === 0) return telemetry;
  const isIgnored = ({ source }: { source: Source }) => ignored.has(source.name);
  return {
    spans: telemetry.spans.map((span) =>
      isIgnored(span) ? { ...span, event: null, ignored: 'scopeIgnored' } : span,
    ),
    records: telemetry.records.filter((record) => !isIgnored(record)),
    others: [
      ...telemetry.others,
      ...telemetry.records
        .filter(isIgnored)
        .map(({ source }): Counted => ({ source, outcome: 'scopeIgnored', count: 1 })),
    ],
  };
}

/** Amendments by late spans need an author. */
function requireKey(principal: Principal): KeyPrincipal {
  if (principal.kind === 'api-key') return principal;
  throw new OutturnError('Forbidden', { message: 'Telemetry needs an API key.' });
}

/** Before anything waits, so that what is refused is told in the answer. */
function check(traces: Traces, key: KeyPrincipal, { spans, records }: Telemetry) {
  const refusals: OutturnError[] = [];
  const checkedOf = (input: object, source: Source): object | undefined => {
    const checked = checkTold(traces, key, { input, source });
    if (!checked.refusal) return checked.input;
    refusals.push(checked.refusal);
    return undefined;
  };
  return {
    refusals,
    spans: spans.map((span): ObservedSpan => {
      if (!span.event) return span;
      // Without its event it stays: others may be below it.
      return { ...span, event: (checkedOf(span.event, span.source) as EventDraft | undefined) ?? null };
    }),
    told: numbered(records).flatMap((one): Told[] => {
      const input = checkedOf(one.input, one.source);
      return input ? [{ ...one, input }] : [];
    }),
  };
}

/** Equal records of one request are told apart by their number. */
function numbered(records: readonly ObservedRecord[]): Told[] {
  const seen = new Map<string, number>();
  return records.map(({ origin, names, event, source }) => {
    const number = seen.get(origin) ?? 0;
    seen.set(origin, number + 1);
    const { agent, session, customer } = names;
    return {
      source,
      origin: `record:${origin}:${number}`,
      input: { ...event, agentKey: agent, sessionKey: session, customerKey: customer },
    };
  });
}

/** Repeats what is refused for want of room, until it is done or the time is over. All of it can be repeated. */
async function retryUntil<Result>(deadline: number, work: () => Promise<Result>): Promise<Result> {
  for (; ; await sleep(100)) {
    try {
      return await work();
    } catch (cause) {
      const error = isLockTimeout(cause) ? tooBusy(cause) : toOutturnError(cause);
      if (error.retryAfter === undefined || Date.now() > deadline) throw error;
    }
  }
}
