import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import {
  cleanUp,
  killPostmaster,
  makeFolder,
  postmasterPid,
  query,
  startProcess,
  waitFor,
} from './clusters.fixture.ts';
import { startEmbeddedPostgres } from './index.ts';

afterEach(cleanUp);

describe('hard kill', () => {
  test('kill of the starter leaves PostgreSQL running, and the next user stops it', async () => {
    const folder = await makeFolder();
    const starter = await startProcess(folder);
    const pid = await postmasterPid(folder);
    await starter.kill();

    const next = await startProcess(folder);
    expect(await postmasterPid(folder)).toBe(pid);
    await next.stop();
    expect(await postmasterPid(folder)).toBe(0);
  });

  test('kill of another user does not keep the last user from stopping PostgreSQL', async () => {
    const folder = await makeFolder();
    const [first, second] = [await startProcess(folder), await startProcess(folder)];
    await Promise.all([first.kill(), second.stop()]);
    expect(await postmasterPid(folder)).toBe(0);
  });

  test('PostgreSQL starts with its data after a kill of all processes', async () => {
    const folder = await makeFolder();
    const starter = await startProcess(folder);
    await query(starter.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await starter.kill();
    await killPostmaster(folder);

    const next = await startProcess(folder);
    expect(next.url).toBe(starter.url);
    expect(await query(next.url, 'SELECT answer FROM kept')).toBe(42);
    await next.stop();
  });

  test('PostgreSQL starts although postmaster.pid names another process', async () => {
    const folder = await makeFolder();
    const starter = await startProcess(folder);
    await starter.kill();
    await killPostmaster(folder);
    const other = spawn('sleep', ['60']);
    const file = join(folder, 'postgres', 'postmaster.pid');
    const [, ...lines] = (await readFile(file, 'utf8')).split('\n');
    await writeFile(file, [other.pid, ...lines].join('\n'));

    const next = await startProcess(folder);
    expect(await query(next.url, 'SELECT 1')).toBe(1);
    expect(other.exitCode).toBe(null);
    other.kill();
    await next.stop();
  });

  test('start waits for a lingering backend after a kill of PostgreSQL', async () => {
    const folder = await makeFolder();
    const starter = await startProcess(folder);
    const client = new Client({ connectionString: starter.url });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const pid = rows[0]?.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    await starter.kill();
    await killPostmaster(folder);

    const next = startProcess(folder);
    await sleep(700);
    process.kill(pid, 'SIGCONT');
    expect(await query((await next).url, 'SELECT 1')).toBe(1);
    await (await next).stop();
    await client.end().catch(() => {});
  });

  test('during creation, what it left is cleared and the lock of the dead process is not respected', async () => {
    const dataDir = await makeFolder();
    await mkdir(join(dataDir, 'postgres.partial-0123', 'base'), { recursive: true });
    await writeFile(join(dataDir, 'postgres.partial-0123.password'), 'x');
    // The id lives, but as a process that started at another time.
    await writeFile(join(dataDir, `postgres.starting-${process.pid}-1-abc`), '');

    const cluster = await startEmbeddedPostgres({ dataDir });
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.json', 'postgres.log']);
    await cluster.stop();
  });
});

describe('while it is used', () => {
  test('a killed PostgreSQL comes back under the same url with data and settings, started by one', async () => {
    const dataDir = await makeFolder();
    const lines: string[] = [];
    const settings = { work_mem: '5MB' };
    const mine = await startEmbeddedPostgres({ dataDir, settings, log: (line) => lines.push(line) });
    const others = await Promise.all([startProcess(dataDir), startProcess(dataDir)]);
    await query(mine.url, 'CREATE TABLE kept AS SELECT 42 AS answer');

    for (const _ of [1, 2]) {
      const killed = await postmasterPid(dataDir);
      await killPostmaster(dataDir);
      await waitFor(async () => (await query(mine.url, 'SELECT answer FROM kept').catch(() => 0)) === 42);
      expect(await postmasterPid(dataDir)).not.toBe(killed);
      const leases = `SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock'`;
      await waitFor(async () => (await query(mine.url, leases)) === 3);
    }
    expect(await query(mine.url, 'SHOW work_mem')).toBe('5MB');
    const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
    expect(log.match(/ready to accept connections/g)).toHaveLength(3);

    await mine.stop();
    expect(await query(mine.url, 'SELECT 1')).toBe(1);
    await Promise.all(others.map((user) => user.stop()));
    expect(await postmasterPid(dataDir)).toBe(0);
  });

  test('stopping right after a crash neither fails nor restarts it', async () => {
    const dataDir = await makeFolder();
    const cluster = await startEmbeddedPostgres({ dataDir });
    const pid = await postmasterPid(dataDir);
    process.kill(pid, 'SIGKILL');
    await cluster.stop();
    await sleep(300);
    expect(await postmasterPid(dataDir)).toBe(pid);
  });

  test('Ctrl-C in the process group of its starter leaves it running', async () => {
    const folder = await makeFolder();
    const starter = await startProcess(folder);
    const second = await startProcess(folder);
    await starter.interruptGroup();
    expect(await query(second.url, 'SELECT 1')).toBe(1);
    await second.stop();
    expect(await postmasterPid(folder)).toBe(0);
  });
});
