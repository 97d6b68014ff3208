import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { listApiKeys } from '@outturn/service';
import { afterAll, expect, test } from 'vitest';
import { createApiKey } from '../support/api-keys.ts';
import { succeeded } from '../support/drivers/driver.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { minimal } from '../support/drivers/samples.ts';
import { surfaces } from '../support/drivers/surfaces.ts';
import { behindProxy, type Gateway, startGateway } from '../support/gateway.ts';

const empty = usePrivateDatabase();
const running: Gateway[] = [];
afterAll(() => Promise.all(running.map((gateway) => gateway.stop())));

/** Locks the table of developers until so many sessions wait for it, so that their writes run concurrently. */
async function bringTogether<T>(count: number, start: () => Promise<T>): Promise<T> {
  const client = await empty.database.pool.connect();
  try {
    await client.query('begin; lock table developers in share mode');
    const started = start();
    started.catch(() => undefined);
    for (let waiting = 0, attempts = 800; waiting < count && attempts > 0; attempts--) {
      await sleep(25);
      const sql = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      // Another connection than the lock's: a transaction sees one snapshot of this view.
      waiting = (await empty.database.pool.query(sql)).rowCount ?? 0;
    }
    await client.query('commit');
    return await started;
  } finally {
    client.release();
  }
}

test('gateways that start together on an empty database all start, and print one key', async () => {
  const starts = await bringTogether(3, () =>
    Promise.allSettled(Array.from({ length: 3 }, () => startGateway(empty.url, behindProxy))),
  );
  for (const start of starts) if (start.status === 'fulfilled') running.push(start.value);

  expect(starts.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  const printed = running.flatMap(
    (gateway) => gateway.output().match(/^API key: ot_live_[0-9A-Za-z]{49}$/gm) ?? [],
  );
  expect(printed).toHaveLength(1);
  const token = printed[0]?.slice('API key: '.length) ?? '';
  const told = running.flatMap((gateway) => gateway.output().match(/^.*"msg":"security event".*$/gm) ?? []);
  expect(told.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'key_created', keyPrefix: token.slice(0, 14) },
    { event: 'claim_link_made' },
  ]);
  for (const { url } of running) {
    for (const { connect } of surfaces) succeeded(await connect(url, token).record(minimal));
  }
});

test('keys that are made at once for a new developer all belong to one developer', async () => {
  const developerName = `developer-${randomUUID()}`;
  const makeKey = () => createApiKey(empty.database, { developerName, name: 'test' });
  await bringTogether(3, () => Promise.all([makeKey(), makeKey(), makeKey()]));

  const keys = await listApiKeys(empty.database, developerName);
  expect(keys).toHaveLength(3);
  expect(new Set(keys.map(({ developerId }) => developerId)).size).toBe(1);
});
