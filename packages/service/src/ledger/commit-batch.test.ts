import { expect, test, vi } from 'vitest';
import { OutturnError } from '../base/errors.ts';
import type { Database } from '../database/database.ts';
import { Semaphore } from '../database/semaphore.ts';
import { DimensionCache } from '../dimensions/dimension-cache.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import { commitBatch } from './commit-batch.ts';
import type { PendingRecord, Written } from './pending-record.ts';
import type { Part } from './send-statement.ts';
import type { SharedAnswer, SharedStatements } from './shared-statements.ts';

/** The part of a kind that renders its records. */
const kind = {
  table: 'revenues',
  columns: [],
  dimensions: [],
  render: ({ id }) => id,
} as Partial<RecordKind>;

function record(id: string, reservation?: string): PendingRecord {
  const rest = { values: [], dimensions: [], weight: 1, naturalReservation: undefined, queuedAt: Date.now() };
  if (reservation === undefined) return { ...rest, id, reservation: undefined, keyHashes: [] };
  return { ...rest, id, reservation: { keyHash: reservation, fingerprint: 'f' }, keyHashes: [reservation] };
}

const sqlError = (code: string) => Object.assign(new Error(code), { code });
const sent = (unwritten: PendingRecord[] = []): SharedAnswer => ({
  kind: 'sent',
  sent: { createdAt: '2026-01-01T00:00:00.000Z', unwritten: new Set(unwritten), upsertedIds: [] },
});
const created = (...ids: string[]): Written[] => ids.map((text) => ({ kind: 'created', text }));

/** Commits records through statements that answer as the test says; the database has the records `stored`. */
function commit(
  records: readonly PendingRecord[],
  send: (part: Part) => Promise<SharedAnswer>,
  { stored = [] as string[], holders = [] as string[][], sendAlone = send } = {},
) {
  const quick = async (name: string) =>
    name === 'reservations_read' ? holders : stored.map((id) => [id, '']);
  const context = {
    database: { quick, writes: { failingUntil: 0 } } as Partial<Database> as Database,
    dimensions: new DimensionCache(),
    observer: {},
    statements: {
      send: (_, part) => send(part),
      sendAlone: (_, part) => sendAlone(part),
    } as Pick<SharedStatements, 'send' | 'sendAlone'> as SharedStatements,
  };
  return commitBatch(context, kind as RecordKind, 'me', records);
}

const batch = ['a', 'b', 'c', 'd', 'e'].map((id) => record(id));

test('a row that PostgreSQL refuses fails alone', async () => {
  const refused = sqlError('22P02');
  const send = vi.fn(async ({ records }: Part) => {
    if (records.some(({ id }) => id === 'd')) throw refused;
    return sent();
  });
  const failed: Written = { kind: 'failed', error: refused };
  expect(await commit(batch, send)).toEqual([...created('a', 'b', 'c'), failed, ...created('e')]);
  expect(send.mock.calls.map(([{ records }]) => records.map(({ id }) => id).join(''))).toEqual([
    'abcde',
    'abc',
    'de',
    'd',
    'e',
  ]);
});

test('records whose shared statement failed are sent alone, a limited number at once', async () => {
  const permits = new Semaphore(1);
  let [atOnce, most] = [0, 0];
  const sendAlone = async () => {
    most = Math.max(most, ++atOnce);
    await new Promise(setImmediate);
    atOnce--;
    return sent();
  };
  const send = vi.fn(async (): Promise<SharedAnswer> => ({ kind: 'not shared', permits }));
  const each = batch.map((one) => commit([one], send, { sendAlone }));
  expect((await Promise.all(each)).flat()).toEqual(created('a', 'b', 'c', 'd', 'e'));
  expect(send).toHaveBeenCalledTimes(batch.length);
  expect(most).toBe(1);
});

test('parts of a batch that PostgreSQL refuses are sent alone, with the permits of its shared statement', async () => {
  const permits = new Semaphore(1);
  const withPermit = vi.spyOn(permits, 'withPermit');
  const refused = sqlError('22P02');
  const sendAlone = vi.fn(async ({ records }: Part) => {
    if (records.some(({ id }) => id === 'd')) throw refused;
    return sent();
  });
  const send = vi.fn(async (): Promise<SharedAnswer> => ({ kind: 'not shared', permits }));
  const failed: Written = { kind: 'failed', error: refused };
  expect(await commit(batch, send, { sendAlone })).toEqual([
    ...created('a', 'b', 'c'),
    failed,
    ...created('e'),
  ]);
  expect(send).toHaveBeenCalledTimes(1);
  expect(sendAlone).toHaveBeenCalledTimes(5);
  expect(withPermit).toHaveBeenCalledTimes(5);
});

test('parts of a batch that had a statement of its own are sent alone', async () => {
  const refused = sqlError('22P02');
  const send = vi.fn(() => Promise.reject(refused));
  const sendAlone = vi.fn(async (_: Part) => sent());
  expect(await commit(batch, send, { sendAlone })).toEqual(created('a', 'b', 'c', 'd', 'e'));
  expect(send).toHaveBeenCalledTimes(1);
  expect(sendAlone).toHaveBeenCalledTimes(2);
});

test('after a lost answer, stored records count as created and the rest is sent again', async () => {
  const send = vi.fn(async (_: Part) => sent()).mockRejectedValueOnce(sqlError('08006'));
  const written = await commit(batch, send, { stored: ['b', 'd'] });
  // Records that are read back are rendered like written ones.
  expect(written).toEqual(created('a', 'b', 'c', 'd', 'e'));
  expect(send.mock.lastCall?.[0].records.map(({ id }) => id)).toEqual(['a', 'c', 'e']);
});

test('a record that loses its reservation replays the original, or has reused its key', async () => {
  const [one, other] = [record('a', 'key-1'), record('b', 'key-2')];
  const send = vi.fn(async () => sent([one, other]));
  const holders = [
    ['key-1', 'f', 'original'],
    ['key-2', 'another', 'original'],
  ];
  expect(await commit([one, other], send, { holders, stored: ['original'] })).toEqual([
    { kind: 'replayed', text: 'original' },
    { kind: 'reused', by: 'idempotency key' },
  ]);
  expect(send).toHaveBeenCalledOnce();
});

test('no record is rejected, and one that cannot be written fails with its reason', async () => {
  const missing = sqlError('42703');
  expect(await commit(batch, () => Promise.reject(missing))).toEqual(
    batch.map(() => ({ kind: 'failed', error: missing })),
  );
});

test('records that have waited for long are retried for a second, and a lost answer takes precedence over a busy service', async () => {
  const lost = sqlError('08006');
  const busy = new OutturnError('Rate Limit Exceeded');
  const send = vi.fn(() => Promise.reject(busy)).mockRejectedValueOnce(lost);
  const began = performance.now();
  const queuedAt = Date.now() - 60_000;
  expect(await commit([{ ...record('a'), queuedAt }], send)).toEqual([{ kind: 'failed', error: lost }]);
  expect(performance.now() - began).toBeGreaterThan(900);
  expect(send.mock.calls.length).toBeGreaterThan(2);
});
