import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { examine } from '../../support/doctor.ts';
import { usePrivateDatabase } from '../../support/drivers/private-database.ts';
import { openAccount } from '../../support/load/account.ts';
import { usePrivatePostgres, withPostgres } from '../../support/load/private-postgres.ts';
import { outturn } from '../../support/program.ts';

const store = usePrivateDatabase();

describe('server without autovacuum and with few connections', () => {
  const postgres = usePrivatePostgres({ autovacuum: 'off', max_connections: '20' });
  const settings = () => ({ DATABASE_URL: postgres.url });

  test('autovacuum that is off is a warning', async () => {
    expect(await examine('autovacuum', settings())).toEqual([
      expect.stringMatching(/^warning: PostgreSQL's autovacuum is off \(autovacuum\)\. Turn it on/),
    ]);
  });

  test('too few connections for the pools of all workers, and too few left, are warnings', async () => {
    const missing = /^warning: PostgreSQL has room for 17 connections .* 33\b.*Set DATABASE_POOL_SIZE=14/;
    expect(await examine('connections', settings())).toEqual([expect.stringMatching(missing)]);
    expect((await examine('connections', settings(), 8))[0]).toContain('in each of 8 processes. Raise max');
    const small = { ...settings(), DATABASE_POOL_SIZE: '8' };
    expect(await examine('connections', small)).toEqual([
      expect.stringMatching(/^ok: \d of 17 connections of PostgreSQL are in use\.$/),
    ]);
    const clients = Array.from({ length: 14 }, () => new Client({ connectionString: postgres.url }));
    await Promise.all(clients.map((client) => client.connect()));
    const found = await examine('connections', small);
    await Promise.all(clients.map((client) => client.end()));
    expect(found).toEqual([
      expect.stringMatching(/^warning: 1[67] of 17 connections .* raise max_connections/),
    ]);
  });

  test('table without statistics is a warning until it is analyzed', async () => {
    await withPostgres(postgres.url, async (database) => {
      const { developerId } = await openAccount(database);
      await database.pool.query(
        `insert into sessions (developer_id, id, key, created_at, updated_at)
         select $1, gen_random_uuid(), 'session-' || i, now(), now() from generate_series(1, 12000) i`,
        [developerId],
      );
      expect(await examine('statistics', settings())).toEqual([
        expect.stringMatching(/^warning: The planner has no statistics .* run: analyze sessions;$/),
      ]);
      await database.pool.query('analyze sessions');
    });
    expect(await examine('statistics', settings())).toEqual([expect.stringMatching(/^ok/)]);
  });
});

test('clock that differs from the clock of the database is a warning', async () => {
  const preload = new URL('../../support/shift-clock.ts', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', preload, outturn, 'doctor', '--json'], {
    env: { ...process.env, DATABASE_URL: store.url, CLOCK_SHIFT: '-90000' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const lines: { level: string; check: string; finding: string }[] = JSON.parse(output);
  expect(lines.find(({ check }) => check === 'clock')).toEqual({
    level: 'warning',
    check: 'clock',
    finding: expect.stringMatching(/^This machine's clock is (89|9\d)\.\d s behind the database's\. .*NTP/),
  });
  expect(await examine('clock', { DATABASE_URL: store.url })).toEqual([expect.stringMatching(/^ok/)]);
});

test('replica that is away, or is no standby, is an error', async () => {
  const away = 'postgres://a:open-sesame@127.0.0.1:1/x';
  const settings = { DATABASE_URL: store.url, DATABASE_REPLICA_URLS: `${away},${store.url}` };
  expect(await examine('replicas', settings)).toEqual([
    expect.stringMatching(/^error: The replica 127\.0\.0\.1:1 cannot be reached: connect ECONNREFUSED/),
    expect.stringMatching(/^error: .* is no standby\. Set one up again, or remove it/),
  ]);
});
