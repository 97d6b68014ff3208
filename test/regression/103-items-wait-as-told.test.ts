import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Outturn } from '@outturn/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { startImport } from '../e2e/import.fixture.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { type FaultyProxy, useFaultyProxies } from '../support/faulty-proxy.ts';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { on } from '../support/on.ts';

const store = usePrivateDatabase();
const gateways = useGateways();
const proxy = useFaultyProxies();

/** The first two requests with batches. */
function batchesOf({ seen }: FaultyProxy) {
  const [first, second] = seen.filter((one) => one.path.endsWith('/batch'));
  return { first, second };
}

// They came back after the first of their own pauses, a quarter of a second at most, while PostgreSQL was still away.
test('the recorder and imports send items again no sooner than they are told', {
  timeout: 60_000,
}, async () => {
  const { url } = await gateways.start(store.url, { REDIS_URL: '' });
  const { token: apiKey } = await openAccount(store.database);
  const folder = await mkdtemp(path.join(tmpdir(), 'outturn-items-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'sales.csv');
  await writeFile(file, 'amount,recordedAt\n1.50,2024-01-15T10:30:00Z\n2.50,2024-01-15T10:30:00Z\n');
  const ways = [await proxy(url, () => 'pass'), await proxy(url, () => 'pass')] as const;
  const [ofRecorder, ofImport] = ways;
  await on(
    store.url,
    `create function refuse() returns trigger language plpgsql as
       $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
     create trigger refuse before insert on revenues execute function refuse()`,
  );

  const recorder = new Outturn({ apiKey, baseUrl: ofRecorder.url }).recorder();
  const recorded = recorder.record('revenues', { amount: '1.00', recordedAt: new Date() });
  const flushed = recorder.flush();
  const { ended } = startImport(file, { url: ofImport.url, apiKey });
  await waitUntil('both are refused', () => ways.every((way) => batchesOf(way).first?.answeredAt));
  await on(store.url, 'drop trigger refuse on revenues');
  await flushed;

  expect(await recorded).toMatchObject({ status: 'created' });
  expect((await ended).stdout).toContain('2 created');
  for (const way of ways) {
    const { first, second } = batchesOf(way);
    expect((second?.at ?? 0) - (first?.answeredAt ?? 0)).toBeGreaterThanOrEqual(1_000);
  }
  await recorder.close();
});
