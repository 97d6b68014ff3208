import { setTimeout as sleep } from 'node:timers/promises';
import { backoff } from '@outturn/retry';
import { OutturnError } from '../base/errors.ts';
import { type Observer, type TraceStep, traced } from '../base/observer.ts';
import type { Database } from '../database/database.ts';
import { Semaphore } from '../database/semaphore.ts';
import type { DimensionCache } from '../dimensions/dimension-cache.ts';
import type { DimensionRow, RecordKind } from '../kinds/record-kind.ts';
import { withEarlier } from './earliest-owners.ts';
import { classifyFailure } from './failures.ts';
import type { PendingDimension, PendingRecord, Written } from './pending-record.ts';
import { readRecords } from './read-records.ts';
import { resolveClaims } from './resolve-claims.ts';
import { newIdOf, type Sent } from './send-statement.ts';
import type { SharedStatements } from './shared-statements.ts';

/** Retry timeout, in milliseconds. */
const RETRY_FOR = 5_000;
/** Retry timeout left to a batch that waited in the queue, in milliseconds. */
const RETRY_AT_LEAST = 1_000;
/** Backoff, in milliseconds. */
const PAUSES = { first: 30, longest: 750 };

export type CommitContext = {
  database: Database;
  dimensions: DimensionCache;
  observer: Observer;
  statements: SharedStatements;
};

type Batch = { kind: RecordKind; developerId: string; records: readonly PendingRecord[] };

type Results = Map<PendingRecord, Written>;

/** Retries, and isolates bad rows. One result per record, in order; never rejects. */
export async function commitBatch(
  context: CommitContext,
  kind: RecordKind,
  developerId: string,
  records: readonly PendingRecord[],
): Promise<Written[]> {
  const { observer } = context;
  const decided: Results = new Map();
  const work = () => decide(context, { kind, developerId, records }, decided);
  let failure: unknown;
  try {
    await (observer.tracing ? traced(observer, stepOf(kind, records), work) : work());
  } catch (error) {
    failure = error;
  }
  return records.map((record) => decided.get(record) ?? { kind: 'failed', error: failure });
}

/** Throws after the retry timeout. */
async function decide(context: CommitContext, batch: Batch, decided: Results): Promise<void> {
  const { database, observer, statements } = context;
  const { kind, developerId, records } = batch;
  // Counted from arrival, so that no record waits for several timeouts.
  const oldest = Math.min(...records.map((record) => record.queuedAt));
  let deadline = Math.max(oldest + RETRY_FOR, Date.now() + RETRY_AT_LEAST);
  let wasSilent = false;
  let open = records;
  // A statement fails if one of two claims is taken (decision 001).
  let looksUp = records.some((record) => record.claim && record.naturalClaim);
  let isUncertain = false;
  let lost: { error: unknown } | undefined;
  /** Set once a shared statement has failed. */
  let alone: Semaphore | undefined;
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
        ? withPermit(alone, () => statements.sendAlone(kind, part))
        : statements.send(kind, part));
      if (sent instanceof Semaphore) alone = sent;
      else {
        open = addCreated(context, { ...batch, records: open }, { sent, generation, decided });
        // Open records lost their claim.
        looksUp = true;
      }
    } catch (error) {
      const failure = classifyFailure(error);
      if (failure === 'poison') return isolate(context, { ...batch, records: open }, { error, decided });
      // A lost statement may have committed, which "busy" would deny.
      if (failure === 'unknown' && !(error instanceof OutturnError)) {
        lost ??= { error };
        // A hung connection used up the timeout; a new one may settle the batch.
        if (!wasSilent && Date.now() - began > RETRY_FOR) {
          wasSilent = true;
          deadline = Math.max(deadline, Date.now() + RETRY_AT_LEAST);
        }
      }
      if (failure === 'broken' || Date.now() > deadline)
        throw lost && error instanceof OutturnError ? lost.error : error;
      observer.onRetry?.(kind.name, failure);
      looksUp = true;
      isUncertain = true;
      failures += 1;
      await sleep(backoff(failures, PAUSES));
    }
  }
}

function addAll(
  decided: Results,
  { written, open }: { written: ReadonlyMap<PendingRecord, Written>; open: readonly PendingRecord[] },
): readonly PendingRecord[] {
  for (const [record, result] of written) decided.set(record, result);
  return open;
}

async function withPermit<T>(semaphore: Semaphore, work: () => Promise<T>): Promise<T> {
  await semaphore.acquire();
  try {
    return await work();
  } finally {
    semaphore.release();
  }
}

/** Finds out whether a lost statement committed. */
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

/** Returns records that lost their claim. */
function addCreated(
  { dimensions: cache }: CommitContext,
  { kind, developerId, records }: Batch,
  { sent, generation, decided }: { sent: Sent; generation: number; decided: Results },
): PendingRecord[] {
  const created = (dimension: PendingDimension, i: number, record: PendingRecord): DimensionRow | null => {
    if (!dimension?.isNew) return dimension;
    const { key } = dimension;
    const row: DimensionRow = { id: newIdOf(sent, i, developerId, key) ?? dimension.id, key };
    const written = kind.dimensions[i];
    if (written?.remembers) {
      const known = cache.byKey(developerId, written.table, key)?.earliest;
      row.earliest = withEarlier(known, written, kind, record) ?? known;
    }
    if (written) cache.remember(developerId, written.table, row, generation);
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
    const dimensions = hasNew
      ? record.dimensions.map((dimension, i) => created(dimension, i, record))
      : record.dimensions;
    const text = kind.render({ id, createdAt, values, dimensions });
    decided.set(record, { kind: 'created', text });
  }
  return losers;
}

/** Bisects, so that a bad row fails alone. */
async function isolate(
  context: CommitContext,
  { kind, developerId, records }: Batch,
  { error, decided }: { error: unknown; decided: Results },
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

/** A batch serves several requests: its span links to each. */
function stepOf(kind: RecordKind, records: readonly PendingRecord[]): TraceStep {
  const links = [...new Set(records.map(({ trace }) => trace))];
  return { name: `ledger ${kind.name}`, attributes: { 'outturn.batch.records': records.length }, links };
}
