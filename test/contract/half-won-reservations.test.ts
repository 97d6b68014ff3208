import { randomUUID } from 'node:crypto';
import { recordKinds } from '@outturn/service';
import { expect, test } from 'vitest';
import { DimensionCache } from '../../packages/service/src/dimensions/dimension-cache.ts';
import { classifyFailure } from '../../packages/service/src/ledger/failures.ts';
import { prepareRecord } from '../../packages/service/src/ledger/prepare-record.ts';
import { sendStatement } from '../../packages/service/src/ledger/send-statement.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';

const store = usePrivateDatabase();
const [revenues] = recordKinds;

test('record that wins one of its two reservations is retried, and leaves the reservation free', async () => {
  const { database } = store;
  const developerId = randomUUID();
  const prepared = (idempotencyKey: string, key: string) => {
    const input = { amount: '1', recordedAt: '2026-01-01T00:00:00.000Z', key };
    return prepareRecord({ database, dimensions: new DimensionCache() }, revenues, revenues.toRecord(input), {
      developerId,
      operationName: 'revenues.record',
      input,
      idempotencyKey,
      tracing: undefined,
    });
  };
  const send = async (idempotencyKey: string, key: string) => {
    const records = [await prepared(idempotencyKey, key)];
    return sendStatement(database, {}, revenues, [{ developerId, records }]);
  };
  expect((await send('first', 'invoice-1')).unwritten.size).toBe(0);
  const error = await send('second', 'invoice-1').catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: '22012' });
  expect(classifyFailure(error)).toBe('conflict');
  expect((await send('second', 'invoice-2')).unwritten.size).toBe(0);
});
