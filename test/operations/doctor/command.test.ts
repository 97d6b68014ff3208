import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '@outturn/embedded-postgres';
import { expect, onTestFinished, test } from 'vitest';
import { examine } from '../../support/doctor.ts';
import { usePrivateDatabase } from '../../support/drivers/private-database.ts';
import { outturn } from '../../support/program.ts';
import { useTcpProxies } from '../../support/tcp/tcp-proxy.ts';

const store = usePrivateDatabase();
const proxyTo = useTcpProxies();

type Line = { level: string; check: string; finding: string };

/** Runs `outturn doctor` with these settings and no others. */
async function runDoctor(settings: NodeJS.ProcessEnv, ...args: string[]) {
  const { PATH, NODE_OPTIONS } = process.env;
  const child = spawn(process.execPath, [outturn, 'doctor', ...args], {
    env: { PATH, NODE_OPTIONS, ...settings },
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  const lines = () => JSON.parse(output) as Line[];
  return { code: child.exitCode, output, errors, lines };
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'outturn-doctor-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('doctor exits with 0 on warnings alone, and prints a line for each finding', async () => {
  const settings = { DATABASE_URL: store.url, TRUSTED_PROXY: '1', DATA_DIR: await makeFolder() };
  const { code, output, errors } = await runDoctor(settings, '--workers', '2');
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  expect(output).toMatch(/^LEVEL +CHECK +FINDING$/m);
  expect(output).toMatch(/^warning +settings +TRUSTED_PROXY is no setting, .* Did you mean TRUST_PROXY\?$/m);
  expect(output).toMatch(/^ok +schema +All migrations have run\.$/m);
});

test('doctor exits with 1 on an error, and shows no secret', async () => {
  const secrets = { sesame: 'open-sesame-database', redis: 'open-sesame-redis', session: 'x'.repeat(40) };
  const url = new URL(store.url);
  url.password = secrets.sesame;
  url.username = 'stranger';
  const { code, output, errors, lines } = await runDoctor(
    {
      DATABASE_URL: url.href,
      DATABASE_DIRECT_URL: `postgres://a:${secrets.sesame}@127.0.0.1:99999/x`,
      DATABASE_REPLICA_URLS: `postgres://a:${secrets.sesame}@127.0.0.1:1/x`,
      REDIS_URL: `redis://:${secrets.redis}@127.0.0.1:1`,
      SESSION_SECRET: secrets.session,
      METRICS_TOKEN: 'short',
      LOG_LEVEL: 'loud',
    },
    '--json',
  );
  expect({ code, errors }).toEqual({ code: 1, errors: '' });
  const wrong = lines().filter(({ check, level }) => check === 'settings' && level === 'error');
  expect(wrong.map(({ finding }) => finding.split(' ')[0])).toEqual([
    'DATABASE_DIRECT_URL',
    'LOG_LEVEL',
    'METRICS_TOKEN',
  ]);
  expect(lines()).toContainEqual({
    level: 'error',
    check: 'redis',
    finding: expect.stringContaining('REDIS_URL'),
  });
  for (const secret of [...Object.values(secrets), 'short']) expect(output).not.toContain(secret);
});

test('doctor ends where neither the database nor Redis nor PUBLIC_URL answers', async () => {
  const silent = await proxyTo(store.url);
  silent.set('silent');
  const { port } = new URL(silent.url);
  const { code, lines } = await runDoctor(
    {
      DATABASE_URL: silent.url,
      DATABASE_REPLICA_URLS: `${silent.url}?application_name=replica`,
      REDIS_URL: `redis://127.0.0.1:${port}`,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: await makeFolder(),
    },
    '--json',
  );
  expect(code).toBe(1);
  const wrong = lines().filter(({ level }) => level === 'error');
  expect(wrong.map(({ check }) => check)).toEqual(['database', 'redis', 'public URL']);
});

test('doctor makes no embedded database, and examines one that does not run', async () => {
  const dataDir = await makeFolder();
  const none = await runDoctor({ DATA_DIR: dataDir });
  expect(none).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^warning +database +There is no embedded database in .* outturn serve/m),
  });
  expect(await readdir(dataDir)).toEqual([]);

  const database = await startEmbeddedPostgres({ dataDir });
  const running = await runDoctor({ DATA_DIR: dataDir }, '--json');
  await database.stop();
  const stopped = await runDoctor({ DATA_DIR: dataDir }, '--json');
  for (const { code, lines } of [running, stopped]) {
    expect(code).toBe(0);
    expect(lines()).toContainEqual({
      level: 'ok',
      check: 'database',
      finding: expect.stringMatching(/^PostgreSQL .* \(the embedded PostgreSQL\)/),
    });
    expect(lines()).toContainEqual({
      level: 'warning',
      check: 'schema',
      finding: expect.stringMatching(/^Migrations are pending /),
    });
  }
  expect(await readdir(dataDir)).not.toContain('session-secret');
  expect(await examine('database', { DATABASE_URL: database.url })).toEqual([
    expect.stringContaining('ECONNREFUSED'),
  ]);

  await rm(path.join(dataDir, 'postgres.json'));
  expect(await examine('database', { DATA_DIR: dataDir })).toEqual([
    expect.stringMatching(/^error: .*postgres\.json is missing: restore it/),
  ]);
});

test('DATA_DIR that is a file is an error', async () => {
  const file = path.join(await makeFolder(), 'data');
  await writeFile(file, '');
  expect(await examine('database', { DATA_DIR: file })).toEqual([
    expect.stringMatching(/^error: DATA_DIR \(.*\) cannot be used: /),
  ]);
});

test('full or read-only DATA_DIR is found', { tags: 'mount' }, async () => {
  const folder = path.join(await makeFolder(), 'small');
  await mkdir(folder);
  const run = promisify(execFile);
  const isMounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=50m', 'tmpfs', folder]).then(
    () => true,
    () => false,
  );
  // Containers may forbid it.
  if (!isMounted) return;
  onTestFinished(() => run('umount', [folder]).then(() => undefined));
  const settings = { DATA_DIR: folder };
  expect(await examine('disk', settings)).toEqual([
    expect.stringMatching(/^error: Only 50 MiB are free in .* Make room, or move DATA_DIR/),
  ]);
  await run('mount', ['-o', 'remount,size=500m', folder]);
  expect(await examine('disk', settings)).toEqual([expect.stringMatching(/^warning: Only 500 MiB are free/)]);
  await run('mount', ['-o', 'remount,ro', folder]);
  expect(await examine('disk', settings)).toEqual([
    expect.stringMatching(/^error: DATA_DIR \(.*\) cannot be written\. Give it to the user/),
  ]);
});
