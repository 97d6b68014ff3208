import { type Observer, type TraceStep, traced } from '../base/observer.ts';
import type { Database } from '../database/database.ts';
import { Semaphore } from '../database/semaphore.ts';
import { noteRefusedWrite } from '../database/write-health.ts';
import type { DimensionCache } from '../dimensions/dimension-cache.ts';
import type { DimensionRow, RecordKind } from '../kinds/record-kind.ts';
import { readAsRecorded } from '../reading/read-records.ts';
import { withEarlier } from './earliest-named.ts';
import { classifyFailure } from './failures.ts';
import type { PendingDimension, PendingRecord, Written } from './pending-record.ts';
import { resolveReservations } from './resolve-reservations.ts';
import { Retries } from './retries.ts';
import { idOfUpserted, type Sent } from './send-statement.ts';
import type { SharedStatements } from './shared-statements.ts';

export type CommitContext = {
  database: Database;
  dimensions: DimensionCache;
  observer: Observer;
  statements: SharedStatements;
};

/** Records of one developer and kind that travel together. */
type Batch = { kind: RecordKind; developerId: string; records: readonly PendingRecord[] };

type Results = Map<PendingRecord, Written>;

/** How far a batch has come. */
type Progress = {
  results: Results;
  /** Records without a result. */
  open: readonly PendingRecord[];
  /** A statement without an answer may have written open records. */
  mayBeWritten: boolean;
  /** Other records may hold the reservations of open ones. */
  mayBeTaken: boolean;
  /** Set if the records must be sent alone: a statement that they shared has failed, or a batch of which they are part. */
  permits: Semaphore | undefined;
};

/** Retries, and isolates bad rows. One result per record, in order; never rejects. With `permits`, sends them alone. */
export async function commitBatch(
  context: CommitContext,
  kind: RecordKind,
  developerId: string,
  records: readonly PendingRecord[],
  permits?: Semaphore,
): Promise<Written[]> {
  const { observer } = context;
  const results: Results = new Map();
  const work = () => settleAll(context, { kind, developerId, records }, results, permits);
  let failure: unknown;
  try {
    await (observer.tracing ? traced(observer, stepOf(kind, records), work) : work());
  } catch (error) {
    failure = error;
  }
  return records.map((record) => results.get(record) ?? { kind: 'failed', error: failure });
}

/** Adds a result for each record. Throws when retries end. */
async function settleAll(
  context: CommitContext,
  batch: Batch,
  results: Results,
  permits: Semaphore | undefined,
): Promise<void> {
  const progress: Progress = {
    results,
    open: batch.records,
    mayBeWritten: false,
    // The statement fails if a record with two keys wins only one of them (decision 001). To make that rare, who has
    // the keys is looked up first.
    mayBeTaken: batch.records.some((record) => record.reservation && record.naturalReservation),
    permits,
  };
  const retries = new Retries(batch.records);
  while (progress.open.length > 0) {
    const began = Date.now();
    try {
      await attempt(context, batch, progress);
    } catch (error) {
      const failure = classifyFailure(error);
      if (failure === 'poison')
        return isolate(context, { ...batch, records: progress.open }, { ...progress, error });
      if (failure === 'refused') noteRefusedWrite(context.database.writes);
      retries.allow(failure, error, began);
      context.observer.onRetry?.(batch.kind.name, failure);
      progress.mayBeWritten = true;
      progress.mayBeTaken = true;
      await retries.pause();
    }
  }
}

/** Finds results of records that are written already, and sends the rest. */
async function attempt(context: CommitContext, batch: Batch, progress: Progress): Promise<void> {
  if (progress.mayBeWritten) await findWritten(context, batch, progress);
  if (progress.mayBeTaken) await findHolders(context, batch, progress);
  progress.mayBeWritten = false;
  if (progress.open.length > 0) await send(context, batch, progress);
}

/** Finds the records that a statement without an answer has written. */
async function findWritten(
  { database }: CommitContext,
  { kind, developerId }: Batch,
  progress: Progress,
): Promise<void> {
  const ids = progress.open.map((record) => record.id);
  const texts = await readAsRecorded(database, kind, developerId, ids);
  for (const record of progress.open) {
    const text = texts.get(record.id);
    if (text !== undefined) progress.results.set(record, { kind: 'created', text });
  }
  progress.open = progress.open.filter((record) => !texts.has(record.id));
}

/** Finds the records that hold reservations of open ones, which are then replays or have reused a key. */
async function findHolders(
  { database }: CommitContext,
  { kind, developerId }: Batch,
  progress: Progress,
): Promise<void> {
  const read = (ids: readonly string[]) => readAsRecorded(database, kind, developerId, ids);
  const { written, open } = await resolveReservations({ database, developerId, read }, progress.open);
  for (const [record, result] of written) progress.results.set(record, result);
  progress.open = open;
}

/** Sends one statement. Records that it does not write stay open, because their reservation is taken. */
async function send(context: CommitContext, batch: Batch, progress: Progress): Promise<void> {
  const { statements, dimensions } = context;
  const { kind, developerId } = batch;
  const { open, permits } = progress;
  const cacheVersion = dimensions.version;
  const part = { developerId, records: open };
  const answer = permits
    ? await permits.withPermit(() => statements.sendAlone(kind, part))
    : await statements.send(kind, part);
  if (answer.kind === 'not shared') {
    progress.permits = answer.permits;
    return;
  }
  context.database.writes.failingUntil = 0;
  progress.open = addCreated(
    context,
    { ...batch, records: open },
    { ...answer, cacheVersion, results: progress.results },
  );
  progress.mayBeTaken = true;
}

/** Returns the records that the statement did not write. */
function addCreated(
  { dimensions: cache }: CommitContext,
  { kind, developerId, records }: Batch,
  { sent, cacheVersion, results }: { sent: Sent; cacheVersion: number; results: Results },
): PendingRecord[] {
  const cached = (dimension: PendingDimension, i: number, record: PendingRecord): DimensionRow | null => {
    if (!dimension?.needsUpsert) return dimension;
    const { key } = dimension;
    const row: DimensionRow = { id: idOfUpserted(sent, i, developerId, key) ?? dimension.id, key };
    const declared = kind.dimensions[i];
    if (declared?.remembers) {
      const known = cache.byKey(developerId, declared.table, key)?.earliest;
      row.earliest = withEarlier(known, declared, kind, record) ?? known;
    }
    if (declared) cache.remember(developerId, declared.table, row, cacheVersion);
    return row;
  };
  const { createdAt, unwritten } = sent;
  const hasUpserts = sent.upsertedIds.some((ids) => ids !== undefined);
  const open: PendingRecord[] = [];
  for (const record of records) {
    if (unwritten.has(record)) {
      open.push(record);
      continue;
    }
    const { id, values } = record;
    const dimensions = hasUpserts
      ? record.dimensions.map((dimension, i) => cached(dimension, i, record))
      : record.dimensions;
    const text = kind.render({ id, createdAt, values, dimensions });
    results.set(record, { kind: 'created', text });
  }
  return open;
}

/** Bisects, so that a bad row fails alone. The halves are sent alone, since one would fail the statement of others. */
async function isolate(
  context: CommitContext,
  { kind, developerId, records }: Batch,
  { error, results, permits = new Semaphore(1) }: Pick<Progress, 'results' | 'permits'> & { error: unknown },
): Promise<void> {
  const [only] = records;
  if (records.length === 1 && only) {
    results.set(only, { kind: 'failed', error });
    return;
  }
  const middle = Math.ceil(records.length / 2);
  for (const half of [records.slice(0, middle), records.slice(middle)]) {
    const written = await commitBatch(context, kind, developerId, half, permits);
    for (const [i, record] of half.entries()) results.set(record, written[i] as Written);
  }
}

/** A batch serves several requests: its span links to each. */
function stepOf(kind: RecordKind, records: readonly PendingRecord[]): TraceStep {
  const links = [...new Set(records.map(({ trace }) => trace))];
  return { name: `ledger ${kind.name}`, attributes: { 'outturn.batch.records': records.length }, links };
}
