import { expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { oneServer } from '../database/distribution/one-server.ts';
import { DimensionCache } from '../dimensions/dimension-cache.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import type { RollupFolder } from '../rollups/rollup-folder.ts';
import { Ledger } from './ledger.ts';
import type { PendingRecord } from './pending-record.ts';

const kind = {
  name: 'revenues',
  table: 'revenues',
  facts: [1],
  columns: [],
  dimensions: [],
  time: { column: 'recorded_at', field: 'recordedAt' },
  render: () => '{}',
} as Partial<RecordKind> as RecordKind;

const recordOf = (weight: number): PendingRecord => ({
  id: '018d0c3e-7b1c-7c43-9f3a-2f6f0e9c4a11',
  values: [],
  dimensions: [],
  reservation: undefined,
  naturalReservation: undefined,
  keyHashes: [],
  weight,
  queuedAt: Date.now(),
});

/** A ledger whose statements are answered by `answer`. */
function ledgerOn(answer: () => Promise<unknown[][]>): Ledger {
  return new Ledger({
    database: {
      distribution: oneServer,
      quick: answer,
      writes: { failingUntil: 0 },
    } as Partial<Database> as Database,
    dimensions: new DimensionCache(),
    observer: {},
    onCommit: () => {},
    folder: { backPressure: async () => {}, addUnfolded: () => {} } as Partial<RollupFolder> as RollupFolder,
  });
}

test('refused first batch leaves no queue that keeps the ledger from draining', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<unknown[][]>();
  const ledger = ledgerOn(() => answered);
  const accepted = ['a', 'b', 'c'].map((developer) => ledger.record(kind, developer, [recordOf(12_000)]));
  await expect(ledger.record(kind, 'd', [recordOf(15_000)])).rejects.toMatchObject({
    code: 'Rate Limit Exceeded',
    message:
      'Too many records are waiting to be written by the service, for all accounts. Retry after a second.',
    retryAfter: 1,
  });
  await expect(ledger.record(kind, 'e', [recordOf(20_001)])).rejects.toMatchObject({
    code: 'Rate Limit Exceeded',
    message: 'Too many records are waiting to be written for this account. Retry after a second.',
    retryAfter: 1,
  });
  answer([['2026-01-01 00:00:00.000+00', '{}']]);
  expect((await Promise.all(accepted)).flat()).toMatchObject(Array(3).fill({ kind: 'created' }));
  await ledger.drain();
  expect(ledger.queued()).toEqual({});
});
