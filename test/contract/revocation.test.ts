import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { connectDatabase } from '@outturn/service';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { createApiKey, revokeApiKey } from '../support/api-keys.ts';
import { mintKey, revokeKey } from '../support/developers.ts';
import type { Driver } from '../support/drivers/driver.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { surfaces, useGateway, useOwnGateway } from '../support/drivers/surfaces.ts';
import { behindProxy } from '../support/gateway.ts';
import { bound } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { outturn } from '../support/program.ts';

const gateway = useGateway();
const neighbour = useOwnGateway();
const run = promisify(execFile);

/**
 * The promise is a second, of which a round of calls takes a part. A run that shares the machine allows more, but less
 * than the ten seconds for which a gateway caches a key without a notice.
 */
const SOON = bound(8_000, 900);

/** Every surface of two gateways, each of which has cached the key. */
async function knownEverywhere(token: string): Promise<Driver[]> {
  const apis = [gateway, neighbour].flatMap(({ url }) => surfaces.map(({ connect }) => connect(url, token)));
  for (const api of apis) expect(await api.list()).toMatchObject({ ok: true });
  return apis;
}

async function untilAllRefuse(apis: readonly Driver[]): Promise<number> {
  const start = Date.now();
  for (;;) {
    const results = await Promise.all(apis.map((api) => api.list()));
    if (results.every((result) => !result.ok && result.code === 'Unauthorized')) return Date.now() - start;
    if (Date.now() - start > 30_000) throw new Error('a revoked key still works after 30 seconds');
    await sleep(10);
  }
}

test('a revocation reaches every surface of every gateway within a second', async () => {
  const { token, id, developer } = await mintKey();
  const { token: other } = await mintKey({ developer });
  const apis = await knownEverywhere(token);
  const spared = await knownEverywhere(other);

  await revokeKey(id);

  expect(await untilAllRefuse(apis)).toBeLessThan(SOON);
  for (const api of spared) expect(await api.list()).toMatchObject({ ok: true });
});

test('a revocation on the command line reaches them as soon', async () => {
  const { token, id } = await mintKey();
  const apis = await knownEverywhere(token);
  const env = { ...process.env, DATABASE_URL: inject('databaseUrl') };

  const { stdout } = await run(process.execPath, [outturn, 'keys', 'revoke', id], { env });

  expect(stdout).toBe(`Revoked ${id}.\n`);
  expect(await untilAllRefuse(apis)).toBeLessThan(SOON);
});

describe('a gateway that has lost its listener', () => {
  const store = usePrivateDatabase();
  const gateways = useGateways();

  test('learns of a revocation as soon', async () => {
    const { url } = await gateways.start(store.url, behindProxy);
    const { token, id } = await createApiKey(store.database, { developerName: 'acme', name: 'test' });
    const apis = surfaces.map(({ connect }) => connect(url, token));
    for (const api of apis) expect(await api.list()).toMatchObject({ ok: true });
    const { rowCount } = await store.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name like 'outturn/% listener' and datname = current_database()`,
    );
    expect(rowCount).toBeGreaterThan(0);

    await revokeApiKey(store.database, id);

    expect(await untilAllRefuse(apis)).toBeLessThan(SOON);
  });
});

describe('a revocation that cannot be announced to gateways', () => {
  const store = usePrivateDatabase();

  test('fails, leaves the key working, and succeeds on the next attempt', async () => {
    const { id } = await createApiKey(store.database, { developerName: 'acme', name: 'test' });
    await store.database.pool.query(`
      create function public.pg_notify(text, text) returns void language plpgsql
        as $$ begin raise exception 'the process ends here'; end $$`);
    // Applies to sessions that begin from now on.
    await store.database.pool.query(`do $$ begin
      execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$`);
    const database = await connectDatabase({ url: store.url, poolSize: 2 });
    onTestFinished(() => database.close());
    const isRevoked = async () => {
      const sql = 'select revoked_at is not null as it from api_keys where id = $1';
      return (await store.database.pool.query(sql, [id])).rows[0]?.it;
    };

    await expect(revokeApiKey(database, id)).rejects.toThrow('the process ends here');
    expect(await isRevoked()).toBe(false);

    await store.database.pool.query('drop function public.pg_notify');
    await revokeApiKey(database, id);
    expect(await isRevoked()).toBe(true);
    await expect(revokeApiKey(database, id)).rejects.toThrow('No active key has the id or prefix');
  });
});
