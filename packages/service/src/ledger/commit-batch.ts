import { setTimeout as sleep } from 'node:timers/promises';
import { backoff } from '@outturn/retry';
import { OutturnError } from '../base/errors.ts';
import { type Observer, type TraceStep, traced } from '../base/observer.ts';
import type { Database } from '../database/database.ts';
import { Gate } from '../database/semaphore.ts';
import type { Dimensions } from '../dimensions/dimension-cache.ts';
import type { DimensionRow, LedgerKind } from '../kinds/record-kind.ts';
import { classifyFailure } from './failures.ts';
import type { PendingDimension, PendingRecord, Written } from './pending-record.ts';
import { readRecords } from './read-records.ts';
import { resolveClaims } from './resolve-claims.ts';
import { newIdOf, type Sent } from './send-statement.ts';
import type { SharedStatements } from './shared-statements.ts';

/** How long a batch is retried while the database is away or busy, in milliseconds. */
const RETRY_FOR = 5_000;
/** The same for a batch that has waited that long already. */
const RETRY_AT_LEAST = 1_000;
/** Pauses between attempts, in milliseconds. */
const PAUSES = { first: 30, longest: 750 };

export type CommitContext = {
  database: Database;
  dimensions: Dimensions;
  observer: Observer;
  statements: SharedStatements;
};

/** Records of one developer and kind that share their fate until they are decided. */
type Batch = { kind: LedgerKind; developerId: string; records: readonly PendingRecord[] };

type Decided = Map<PendingRecord, Written>;

/**
 * Writes or replays the records of a batch through conflicts, lost connections and bad rows. Resolves to what became of
 * each, in their order; never rejects.
 */
export async function commitBatch(
  context: CommitContext,
  kind: LedgerKind,
  developerId: string,
  records: readonly PendingRecord[],
): Promise<Written[]> {
  const { observer } = context;
  const decided: Decided = new Map();
  const work = () => decide(context, { kind, developerId, records }, decided);
  let failure: unknown;
  try {
    await (observer.tracing ? traced(observer, stepOf(kind, records), work) : work());
  } catch (error) {
    failure = error;
  }
  return records.map((record) => decided.get(record) ?? { kind: 'failed', error: failure });
}

/** Adds what became of each record to `decided`. Throws when the database stays away. */
async function decide(context: CommitContext, batch: Batch, decided: Decided): Promise<void> {
  const { database, observer, statements } = context;
  const { kind, developerId, records } = batch;
  // From when the oldest of them came, so that nobody behind a full queue waits for several outages' time.
  const oldest = Math.min(...records.map((record) => record.queuedAt));
  let deadline = Math.max(oldest + RETRY_FOR, Date.now() + RETRY_AT_LEAST);
  let wasSilent = false;
  let open = records;
  // Records with two claims are looked up first, so that the statement only ever sees both free or both taken.
  let looksUp = records.some((record) => record.claim && record.naturalClaim);
  let isUncertain = false;
  let lost: { error: unknown } | undefined;
  /** Set when a statement that was shared with other developers has failed. */
  let alone: Gate | undefined;
  for (let failures = 0; open.length > 0; ) {
    const began = Date.now();
    try {
      if (isUncertain) open = addAll(decided, await findWritten(database, { ...batch, records: open }));
      if (looksUp) open = addAll(decided, await resolveClaims(database, kind, developerId, open));
      isUncertain = false;
      if (open.length === 0) return;
      const { generation } = context.dimensions;
      const part = { developerId, records: open };
      const sent = await (alone
        ? inTurn(alone, () => statements.sendAlone(kind, part))
        : statements.send(kind, part));
      if (sent instanceof Gate) alone = sent;
      else {
        open = addCreated(context, { ...batch, records: open }, { sent, generation, decided });
        // What is still open lost its claim; the original is read by a statement of its own.
        looksUp = true;
      }
    } catch (error) {
      const failure = classifyFailure(error);
      if (failure === 'poison') return isolate(context, { ...batch, records: open }, { error, decided });
      // Once an answer was lost, a record may be written, and being told of a busy service would deny that.
      if (failure === 'unknown' && !(error instanceof OutturnError)) {
        lost ??= { error };
        // A connection that fell silent has used up the time; on a new one it may be settled at once.
        if (!wasSilent && Date.now() - began > RETRY_FOR) {
          wasSilent = true;
          deadline = Math.max(deadline, Date.now() + RETRY_AT_LEAST);
        }
      }
      if (failure === 'broken' || Date.now() > deadline)
        throw lost && error instanceof OutturnError ? lost.error : error;
      observer.onRetry?.(kind.table, failure);
      looksUp = true;
      isUncertain = true;
      failures += 1;
      await sleep(backoff(failures, PAUSES));
    }
  }
}

/** Adds what was found out, and returns what is still open. */
function addAll(
  decided: Decided,
  { written, open }: { written: ReadonlyMap<PendingRecord, Written>; open: readonly PendingRecord[] },
): readonly PendingRecord[] {
  for (const [record, fate] of written) decided.set(record, fate);
  return open;
}

async function inTurn<T>(gate: Gate, work: () => Promise<T>): Promise<T> {
  await gate.enter();
  try {
    return await work();
  } finally {
    gate.leave();
  }
}

/** After a failure of unknown effect: finds the records that are there. */
async function findWritten(database: Database, { kind, developerId, records }: Batch) {
  const ids = records.map((record) => record.id);
  const texts = await readRecords(database, kind, developerId, ids);
  const written = new Map<PendingRecord, Written>();
  const open: PendingRecord[] = [];
  for (const record of records) {
    const text = texts.get(record.id);
    if (text === undefined) open.push(record);
    else written.set(record, { kind: 'created', text });
  }
  return { written, open };
}

/** Adds the records that a statement wrote, and returns those that lost their claim. */
function addCreated(
  { dimensions: cache }: CommitContext,
  { kind, developerId, records }: Batch,
  { sent, generation, decided }: { sent: Sent; generation: number; decided: Decided },
): PendingRecord[] {
  /** What a record names for the first time has the id that the statement found or made; later records know it. */
  const created = (dimension: PendingDimension, i: number): DimensionRow | null => {
    if (!dimension?.isNew) return dimension;
    const { key } = dimension;
    const row = { id: newIdOf(sent, i, developerId, key) ?? dimension.id, key };
    const table = kind.dimensions[i]?.table;
    if (table) cache.remember(developerId, table, row, generation);
    return row;
  };
  const { createdAt, lost } = sent;
  const hasNew = sent.newIds.some((ids) => ids !== undefined);
  const losers: PendingRecord[] = [];
  for (const record of records) {
    if (lost.has(record)) {
      losers.push(record);
      continue;
    }
    const { id, values } = record;
    const dimensions = hasNew ? record.dimensions.map(created) : record.dimensions;
    const text = kind.render({ id, createdAt, values, dimensions });
    decided.set(record, { kind: 'created', text });
  }
  return losers;
}

/** One bad row never fails its neighbours: halves are tried until it stands alone. */
async function isolate(
  context: CommitContext,
  { kind, developerId, records }: Batch,
  { error, decided }: { error: unknown; decided: Decided },
): Promise<void> {
  const [only] = records;
  if (records.length === 1 && only) {
    decided.set(only, { kind: 'failed', error });
    return;
  }
  const middle = Math.ceil(records.length / 2);
  for (const half of [records.slice(0, middle), records.slice(middle)]) {
    const written = await commitBatch(context, kind, developerId, half);
    for (const [i, record] of half.entries()) decided.set(record, written[i] as Written);
  }
}

/** A batch is part of no request: it is linked to all whose records it writes. */
function stepOf(kind: LedgerKind, records: readonly PendingRecord[]): TraceStep {
  const links = [...new Set(records.map(({ trace }) => trace))];
  return { name: `ledger ${kind.table}`, attributes: { 'outturn.batch.records': records.length }, links };
}
