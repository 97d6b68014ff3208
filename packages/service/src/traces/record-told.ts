import type { z } from 'zod';
import { OutturnError, toOutturnError } from '../base/errors.ts';
import type { Principal } from '../base/principal.ts';
import type { Source } from '../base/telemetry-counts.ts';
import type { Database } from '../database/database.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import { prepareCorrection } from '../ledger/correcting/pending-correction.ts';
import type { Written } from '../ledger/pending-record.ts';
import { readReservations, reservationOf } from '../ledger/reservations.ts';
import type { RecordOperation } from '../operations/define.ts';
import { type Pending, successOf, toPending, writeAll } from '../operations/execute-record.ts';
import type { Runtime } from '../operations/runtime.ts';
import { readCurrent } from '../reading/read-records.ts';
import { validate } from '../schema/validate.ts';

/** The operation that records an event. */
export type EventOperation = RecordOperation<string, z.ZodType, z.ZodType> & { writes: 'record' };

/** What instruments told: an event, what it is told by, and who told it. */
export type Told = { readonly origin: string; readonly input: object; readonly source: Source };

/** A refusal is for good; after a failure a retry may help. */
export type Recorded =
  | { readonly kind: 'recorded'; readonly isNew: boolean }
  | { readonly kind: 'refused' | 'failed'; readonly error: OutturnError };

/** The result of recording an event. */
export type Outcome = Recorded & { readonly told: Told };

/** Events of one statement. */
const CHUNK = 1_000;

/** An event as its schema gives it, or why it is refused, which is counted. */
export function checkTold(
  { runtime, operation }: { runtime: Runtime; operation: EventOperation },
  { developerId }: Principal,
  { input, source }: Pick<Told, 'input' | 'source'>,
): { input: object; refusal?: undefined } | { refusal: OutturnError } {
  try {
    // Schemas of records are objects.
    return { input: validate(operation.input, input) as object };
  } catch (cause) {
    const refusal = toOutturnError(cause);
    runtime.sources.add(developerId, { source, outcome: 'refused', reason: refusal.message, count: 1 });
    return { refusal };
  }
}

/** Records events that {@link checkTold} has passed, each once by its origin. Returns one result per event, in order; never rejects. */
export async function recordTold(
  runtime: Runtime,
  operation: EventOperation,
  principal: Principal,
  told: readonly Told[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let start = 0; start < told.length; start += CHUNK) {
    const chunk = told.slice(start, start + CHUNK);
    const recorded = await recordChunk(runtime, operation, principal, chunk);
    // One result per event.
    outcomes.push(...recorded.map((one, i) => ({ ...one, told: chunk[i] as Told })));
  }
  for (const one of outcomes)
    if (one.kind === 'recorded' && one.isNew)
      runtime.sources.add(principal.developerId, {
        source: one.told.source,
        outcome: 'recorded',
        count: 1,
      });
  return outcomes;
}

async function recordChunk(
  runtime: Runtime,
  operation: EventOperation,
  principal: Principal,
  told: readonly Told[],
): Promise<Recorded[]> {
  const call = { principal, idempotencyKey: undefined, requestId: '', isChecked: true };
  const prepared = await Promise.all(
    told.map(async ({ origin, input }): Promise<Pending | OutturnError> => {
      try {
        return await toPending(runtime, operation, { ...call, origin }, input);
      } catch (cause) {
        return toOutturnError(cause);
      }
    }),
  );
  const pending = prepared.filter((one): one is Pending => !(one instanceof OutturnError));
  let refusal: OutturnError | undefined;
  const written = (
    await writeAll(runtime, operation, call, pending).catch((cause: unknown): Written[] => {
      refusal = toOutturnError(cause);
      return [];
    })
  ).values();
  return prepared.map((one) => {
    if (one instanceof OutturnError) return notRecorded(one);
    // One result per record, in order.
    return refusal ? notRecorded(refusal) : recordedOf(written.next().value as Written);
  });
}

function recordedOf(written: Written): Recorded {
  try {
    return { kind: 'recorded', isNew: successOf(written).kind === 'created' };
  } catch (cause) {
    return notRecorded(toOutturnError(cause));
  }
}

function notRecorded(error: OutturnError): Recorded {
  const mayPass = error.code === 'Server Error' || error.retryAfter !== undefined;
  return { kind: mayPass ? 'failed' : 'refused', error };
}

/** Once for each event: not where recording is tried again. */
export function countRefused(
  { sources }: Runtime,
  { developerId }: Principal,
  outcomes: readonly Outcome[],
): void {
  for (const one of outcomes)
    if (one.kind === 'refused')
      sources.add(developerId, {
        source: one.told.source,
        outcome: 'refused',
        reason: one.error.message,
        count: 1,
      });
}

/** Throws the first failure. */
export function throwFailure(recorded: readonly (Recorded | undefined)[]): void {
  for (const one of recorded) if (one?.kind === 'failed') throw one.error;
}

/** The change that a late span makes to a recorded event. */
export type Amendment = {
  readonly origin: string;
  readonly changes: Readonly<Record<string, string>>;
  /** The origin of an event that tells the same call: while that one counts, this one is voided. */
  readonly repeats: string | null;
  /** Values that a change may replace, by field. All others were chosen by somebody, and stay. */
  readonly replaceable: Readonly<Record<string, string>>;
  readonly reason: string;
  readonly apiKeyId: string;
};

/**
 * Amends events that are told by their origin. One that was voided since, or is not recorded, is left alone. Rejects if a retry
 * may help.
 */
export async function amendTold(
  runtime: Runtime,
  operation: EventOperation,
  developerId: string,
  amendments: readonly Amendment[],
): Promise<void> {
  if (runtime.database.distribution.refusesCorrections) return;
  for (let start = 0; start < amendments.length; start += CHUNK)
    await amendChunk(runtime, operation, developerId, amendments.slice(start, start + CHUNK));
}

async function amendChunk(
  runtime: Runtime,
  { recordKind: kind }: EventOperation,
  developerId: string,
  amendments: readonly Amendment[],
): Promise<void> {
  const { corrector } = runtime;
  const origins = amendments.flatMap(({ origin, repeats }) =>
    repeats === null ? [origin] : [origin, repeats],
  );
  const current = await readByOrigin(runtime.database, kind, developerId, origins);
  const prepared = await Promise.all(
    amendments.map(async (amendment) => {
      const event = current.get(amendment.origin);
      if (!event || event.status === 'voided') return [];
      const isRepeat = amendment.repeats !== null && current.get(amendment.repeats)?.status === 'active';
      const changes = openChanges(amendment, event);
      if (!isRepeat && Object.keys(changes).length === 0) return [];
      const { id, version: expectedVersion } = event;
      const { reason, apiKeyId } = amendment;
      const author = { kind: 'apiKey', id: apiKeyId } as const;
      const call = { developerId, author, operationName: 'traces.record', idempotencyKey: undefined };
      const what = isRepeat ? ({ action: 'void' } as const) : ({ action: 'amend', changes } as const);
      return [await prepareCorrection(runtime, kind, { id, ...what, reason, expectedVersion }, call)];
    }),
  );
  throwFailure((await corrector.correct(kind, developerId, prepared.flat())).map(amendedOf));
}

/** The fields of an event, as it is now, that amendments need. */
type CurrentEvent = { id: string; version: number; status: 'active' | 'voided' } & Readonly<
  Record<string, unknown>
>;

async function readByOrigin(
  database: Database,
  kind: RecordKind,
  developerId: string,
  origins: readonly string[],
): Promise<Map<string, CurrentEvent>> {
  const hashOf = (origin: string) => reservationOf(developerId, origin).keyHash;
  const holders = await readReservations(database, developerId, origins.map(hashOf));
  const idOf = (origin: string) => holders.get(hashOf(origin))?.recordId ?? undefined;
  const ids = origins.map(idOf).filter((id) => id !== undefined);
  const texts = await readCurrent(database, kind, developerId, ids);
  return new Map(
    origins.flatMap((origin) => {
      const text = texts.get(idOf(origin) ?? '');
      // The kind has rendered it.
      return text === undefined ? [] : [[origin, JSON.parse(text) as CurrentEvent]];
    }),
  );
}

function openChanges({ changes, replaceable }: Amendment, event: Readonly<Record<string, unknown>>) {
  const open = Object.entries(changes).filter(
    ([field]) => event[field] == null || event[field] === replaceable[field],
  );
  return Object.fromEntries(open);
}

/** An event that somebody has corrected in between is looked at again. */
function amendedOf(written: Written): Recorded {
  const recorded = recordedOf(written);
  const isOvertaken =
    recorded.kind === 'refused' &&
    recorded.error.details?.some(({ field }) => field === 'expectedVersion') === true;
  return isOvertaken ? { ...recorded, kind: 'failed' } : recorded;
}
