import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { readBackup } from '../support/backup-file.ts';
import { citusUrl } from '../support/citus/url.ts';
import { createDatabase } from '../support/create-database.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { runOutturn } from '../support/load/run-outturn.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { on } from '../support/on.ts';
import { outturn } from '../support/program.ts';
import { type TcpProxy, useTcpProxies } from '../support/tcp/tcp-proxy.ts';

const ROWS = 60_000;
/** Bytes of a connection after which it stalls: in the middle of these rows, and beyond all other statements. */
const MIDDLE = 2_000_000;

const startProxy = useTcpProxies();
const store = usePrivateDatabase();
let folder: string;
/** A complete backup, in another folder. */
let whole: string;
beforeAll(async () => {
  const parent = await mkdtemp(path.join(tmpdir(), 'outturn-interrupted-'));
  whole = path.join(parent, 'whole');
  folder = path.join(parent, 'files');
  await mkdir(folder);
  if (citusUrl) return () => rm(parent, { recursive: true });
  await on(
    store.url,
    `insert into idempotency_keys (developer_id, key_hash, fingerprint)
     select gen_random_uuid(), gen_random_uuid(), gen_random_uuid() from generate_series(1, ${ROWS})`,
  );
  expect(await runOutturn(store.url, 'backup', whole)).toMatchObject({ code: 0 });
  return () => rm(parent, { recursive: true });
});

/** Runs a command until its connection stalls in the middle of the rows. */
async function runIntoStall(databaseUrl: string, ...args: string[]) {
  const proxy = await startProxy(databaseUrl);
  const stalled = proxy.stallAfter(MIDDLE);
  const child = spawn(process.execPath, [outturn, ...args], {
    env: { ...process.env, DATABASE_URL: proxy.url, DATABASE_DIRECT_URL: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = Promise.all([once(child, 'exit'), text(child.stderr)]);
  await Promise.race([stalled, ended.then(([, errors]) => Promise.reject(new Error(errors)))]);
  return {
    async endBy(end: NodeJS.Signals | ((proxy: TcpProxy) => void)) {
      if (typeof end === 'string') child.kill(end);
      else end(proxy);
      const [[code], errors] = await ended;
      return { code, errors };
    },
  };
}

const newName = () => `restored_${randomUUID().replaceAll('-', '')}`;

const cut = (proxy: TcpProxy) => proxy.set('closed');

describe.runIf(!citusUrl)('interrupted', () => {
  test.each([
    ['Ctrl-C', 'SIGINT', { code: 130, errors: 'No backup was written.\n' }],
    ['a stop of the system', 'SIGTERM', { code: 143, errors: 'No backup was written.\n' }],
    [
      'a lost connection',
      cut,
      { code: 1, errors: expect.stringMatching(/^Connection .*\nNo backup was written\.\n$/) },
    ],
  ] as const)('backup leaves no file after %s', async (_, end, expected) => {
    const run = await runIntoStall(store.url, 'backup', path.join(folder, 'none'));
    expect(await readdir(folder)).toEqual(['none.partial']);
    expect(await run.endBy(end)).toEqual(expected);
    expect(await readdir(folder)).toEqual([]);
  });

  test('killed backup leaves a partial file that is refused, and that --force replaces', async () => {
    const file = path.join(folder, 'killed');
    const run = await runIntoStall(store.url, 'backup', file);
    await run.endBy('SIGKILL');
    expect(await readdir(folder)).toEqual(['killed.partial']);
    expect((await stat(`${file}.partial`)).mode & 0o777).toBe(0o600);
    expect((await runOutturn(store.url, 'restore', '--keep-keys', `${file}.partial`)).errors).toBe(
      'The file is not a backup of Outturn, or its end is missing.\nNothing was restored.\n',
    );
    expect((await runOutturn(store.url, 'backup', file)).errors).toBe(
      `${file}.partial exists: another backup writes it, or one was killed. Delete it, or use --force.\nNo backup was written.\n`,
    );
    expect(await runOutturn(store.url, 'backup', '--force', file)).toMatchObject({ code: 0, errors: '' });
    expect(await readdir(folder)).toEqual(['killed']);
  });

  test('full disk leaves no file', async () => {
    const file = path.join(folder, 'large');
    const limited = spawn(
      'sh',
      ['-c', 'ulimit -f 100; exec "$@"', 'sh', process.execPath, outturn, 'backup', file],
      {
        env: { ...process.env, DATABASE_URL: store.url },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    const [errors, [code]] = await Promise.all([text(limited.stderr), once(limited, 'exit')]);
    expect({ code, errors }).toEqual({
      code: 1,
      errors: `${file} cannot be written: EFBIG: file too large, write\nNo backup was written.\n`,
    });
    expect(await readdir(folder)).not.toContain(expect.stringContaining('large'));
  });

  test('existing file is kept unless --force, and a bad place is refused before the database is read', async () => {
    const file = path.join(folder, 'mine');
    await writeFile(file, 'mine');
    const refusal = async (...args: string[]) =>
      (await runOutturn('postgres://127.0.0.1:1/none', 'backup', ...args)).errors;
    expect(await refusal(file)).toBe(`${file} exists. Name another file, or replace it with --force.\n`);
    expect(await refusal(folder, '--force')).toBe(
      `${folder} exists and is not a regular file. Name another one, or delete it.\n`,
    );
    expect(await refusal(path.join(folder, 'no/file'))).toBe(
      `The folder of ${folder}/no/file does not exist. Create it first.\n`,
    );
    expect(await refusal('-')).toMatch(/^Name a file: /);
    expect(await readFile(file, 'utf8')).toBe('mine');
    expect(await runOutturn(store.url, 'backup', '--force', file)).toMatchObject({ code: 0 });
    expect((await readBackup(file)).tables).toEqual((await readBackup(whole)).tables);
  });

  test('restore leaves an empty database however it is interrupted, and can be run again', {
    timeout: 120_000,
  }, async () => {
    const { url, remove } = await createDatabase(inject('databaseUrl'), newName());
    onTestFinished(remove);
    const ways = [
      ['SIGINT', { code: 130, errors: 'Nothing was restored.\n' }],
      ['SIGKILL', { code: null, errors: '' }],
      [cut, { code: 1, errors: expect.stringMatching(/^.*\nNothing was restored\.\n$/) }],
    ] as const;
    const tables = `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;
    for (const [end, expected] of ways) {
      const run = await runIntoStall(url, 'restore', '--keep-keys', whole);
      expect(await run.endBy(end)).toEqual(expected);
      expect(await on(url, tables)).toEqual([{ relname: 'migrations' }]);
    }
    expect(await runOutturn(url, 'restore', '--keep-keys', whole)).toMatchObject({ code: 0, errors: '' });
    expect(await on(url, 'select count(*)::int from idempotency_keys')).toEqual([{ count: ROWS }]);
  });
  test('command that migrates waits for a restore', async () => {
    const { url, remove } = await createDatabase(inject('databaseUrl'), newName());
    onTestFinished(remove);
    const run = await runIntoStall(url, 'restore', '--keep-keys', whole);
    const migrating = runOutturn(url, 'migrate');
    const waiting = `select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await waitUntil('it waits', async () => (await on(url, waiting)).length === 1);
    await run.endBy('SIGTERM');
    expect(await migrating).toMatchObject({ code: 0, output: expect.stringMatching(/^Ran 001-/) });
  });
});
