import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { minimal } from '../support/drivers/samples.ts';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';
import { runInside } from '../support/run-inside.ts';

// The steps of docs/backup.md, run as written there.

const gateways = useGateways();
const folder = await mkdtemp(path.join(tmpdir(), 'outturn-backup-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const record = (url: string, token: string, key: string) =>
  send(`${url}/v1/revenues`, {
    token,
    idempotencyKey: key,
    body: JSON.stringify({ ...minimal, agentKey: 'a' }),
  });

describe('pg_dump and pg_restore', { tags: 'PostgreSQL' }, () => {
  const store = usePrivateDatabase();
  const run = promisify(execFile);

  test('a dump under load restores a single moment: whole records, equal rollups, and keys that replay', {
    timeout: 120_000,
  }, async () => {
    const { url } = await gateways.start(store.url);
    const { token } = await openAccount(store.database);
    let isRunning = true;
    const clients = Array.from({ length: 8 }, async (_, client) => {
      for (let i = 0; isRunning; i++)
        expect((await record(url, token, `key-${client}-${i}`)).status).toBe(201);
    });
    const count = async (databaseUrl: string) => {
      const client = new Client(databaseUrl);
      await client.connect();
      const { rows } = await client.query<{ count: number }>('select count(*)::int from revenues');
      await client.end();
      return rows[0]?.count ?? 0;
    };
    await expect.poll(() => count(store.url)).toBeGreaterThan(200);
    const file = path.join(folder, 'outturn.dump');
    await run('pg_dump', ['--format=custom', `--file=${file}`, store.url]);
    await expect.poll(() => count(store.url)).toBeGreaterThan(400);
    isRunning = false;
    await Promise.all(clients);

    const restored = new URL(inject('databaseUrl'));
    restored.pathname = `${new URL(store.url).pathname}_restored`;
    const name = restored.pathname.slice(1);
    await run('createdb', ['--maintenance-db', inject('databaseUrl'), name]);
    try {
      await run('pg_restore', ['--exit-on-error', '--no-owner', '--jobs=2', '--dbname', restored.href, file]);
      const kept = await count(restored.href);
      expect(kept).toBeGreaterThan(200);
      expect(kept).toBeLessThan(await count(store.url));
      expect(await runInside(restored.href, 'rollups', 'verify')).toMatchObject({
        code: 0,
        output: 'The rollups equal the records.\n',
      });

      const second = await gateways.start(restored.href);
      const page = '?sort=id&limit=200';
      const original = await send(`${url}/v1/revenues${page}`, { token });
      expect((await send(`${second.url}/v1/revenues${page}`, { token })).text).toBe(original.text);
      const replay = await record(second.url, token, 'key-0-0');
      expect(replay.headers.get('idempotent-replayed')).toBe('true');
      await second.stop();
    } finally {
      await run('dropdb', ['--force', '--maintenance-db', inject('databaseUrl'), name]);
    }
  });
});
