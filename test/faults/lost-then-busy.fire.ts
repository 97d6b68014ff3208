import { randomUUID } from 'node:crypto';
import { type Database, operations, type Principal, recordKinds, scopes } from '@outturn/service';
import { expect, onTestFinished, test } from 'vitest';
import { tooBusy } from '../../packages/service/src/base/errors.ts';
import { newId } from '../../packages/service/src/base/ids.ts';
import { KeyedSemaphore } from '../../packages/service/src/base/keyed-semaphore.ts';
import { defaultPlanLimits } from '../../packages/service/src/base/principal.ts';
import { DimensionCache } from '../../packages/service/src/dimensions/dimension-cache.ts';
import { KindRegistry } from '../../packages/service/src/kinds/kind-registry.ts';
import { Corrector } from '../../packages/service/src/ledger/correcting/corrector.ts';
import { Ledger } from '../../packages/service/src/ledger/ledger.ts';
import type { PendingRecord } from '../../packages/service/src/ledger/pending-record.ts';
import { Repricer } from '../../packages/service/src/ledger/repricing/repricer.ts';
import { hashIdempotencyKey } from '../../packages/service/src/ledger/reservations.ts';
import { executeBatch } from '../../packages/service/src/operations/execute-batch.ts';
import type { Runtime } from '../../packages/service/src/operations/runtime.ts';
import { BuiltInPrices } from '../../packages/service/src/price-book/built-in-prices.ts';
import { PriceBook } from '../../packages/service/src/price-book/price-book.ts';
import { loadPriceFile } from '../../packages/service/src/price-book/price-file.ts';
import { RecordReader } from '../../packages/service/src/reading/record-reader.ts';
import { revenues } from '../../packages/service/src/records/revenues/revenue.kind.ts';
import { RollupFolder } from '../../packages/service/src/rollups/rollup-folder.ts';
import { SourceCounts } from '../../packages/service/src/traces/source-counts.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { failureOf } from '../support/failure-of.ts';

const store = usePrivateDatabase();

/** The real database, except that the first recording statement loses its answer, and later ones get no connection. */
function losingAnswers(database: Database, lost: Error): Database {
  let hasLost = false;
  return {
    ...database,
    async quick(name, text, values) {
      if (hasLost || !name.startsWith('record_')) throw tooBusy(new Error('no connection'));
      hasLost = true;
      await database.quick(name, text, values);
      throw lost;
    },
  };
}

async function open() {
  const { database } = store;
  const developerId = newId();
  const lost = new Error('Connection terminated unexpectedly');
  await database.quick('tenant', 'insert into tenants (developer_id) values ($1)', [developerId]);
  const losing = losingAnswers(database, lost);
  const dimensions = new DimensionCache();
  const folder = new RollupFolder(database);
  onTestFinished(() => folder.close());
  const ledger = new Ledger({
    database: losing,
    dimensions,
    onCommit: () => undefined,
    observer: {},
    folder,
  });
  return { database: losing, dimensions, ledger, developerId, lost };
}

function pending(developerId: string): PendingRecord {
  const keyHash = hashIdempotencyKey(developerId, randomUUID());
  const reservation = { keyHash, fingerprint: newId().replaceAll('-', '') };
  const values = [null, '1.00', 'Manual', null, null, null, '2026-01-01T00:00:00.000Z'];
  return {
    id: newId(),
    values,
    dimensions: [null, null, null],
    reservation,
    naturalReservation: undefined,
    keyHashes: [keyHash],
    weight: 1,
    queuedAt: Date.now(),
  };
}

test('a record whose answer was lost is never refused as busy', async () => {
  const { ledger, developerId, lost } = await open();
  const record = pending(developerId);
  const written = await ledger.record(revenues, developerId, [record]);
  expect(written).toEqual([{ kind: 'failed', error: lost }]);
  const { rowCount } = await store.database.pool.query('select 1 from revenues where id = $1', [record.id]);
  expect(rowCount, 'it is written').toBe(1);
});

test('a batch with such a record is not refused as busy either', async () => {
  const { ledger, developerId, lost, ...context } = await open();
  const kinds = new KindRegistry(recordKinds);
  const folder = new RollupFolder(context.database);
  onTestFinished(() => folder.close());
  const corrector = new Corrector({ ...context, folder, kinds, observer: {}, onCommit: () => undefined });
  const prices = new PriceBook(context.database, new BuiltInPrices(await loadPriceFile(undefined)));
  const repricer = new Repricer({
    ...{ database: context.database, kinds, prices, folder },
    ...{ onCommit: () => undefined, onFailure: () => undefined },
  });
  onTestFinished(() => repricer.close());
  const sources = new SourceCounts(context.database, () => undefined);
  onTestFinished(() => sources.close());
  const runtime: Runtime = {
    ...context,
    ledger,
    corrector,
    observer: {},
    kinds,
    prices,
    repricer,
    sources,
    scopes,
    recordReader: new RecordReader(context.database),
    questions: new KeyedSemaphore(2),
    planLimits: defaultPlanLimits,
    documents: { check: () => undefined, run: () => Promise.reject(lost) },
    lockCaller: async () => undefined,
    touchRecordingAt: async () => undefined,
    onServerError: () => undefined,
  };
  const principal: Principal = {
    kind: 'api-key',
    apiKeyId: newId(),
    developerId,
    plan: 'unlimited',
    scopes: new Set(scopes),
  };
  const item = { amount: '1', recordedAt: '2026-01-01T00:00:00Z', idempotencyKey: randomUUID() };
  // The second waits for the first, whose reservation it shares, and gets no connection.
  const failure = await failureOf(
    executeBatch(
      runtime,
      operations.revenues.recordBatch,
      { principal, idempotencyKey: undefined, requestId: 'batch' },
      [item, item],
    ),
  );
  expect(failure).toMatchObject({ code: 'Server Error', retryAfter: 5, cause: lost });
});
