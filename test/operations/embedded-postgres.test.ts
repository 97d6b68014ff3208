import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { send } from '../support/drivers/http.ts';
import { minimal } from '../support/drivers/samples.ts';
import { failureOf } from '../support/failure-of.ts';
import { freePort } from '../support/free-port.ts';
import type { Gateway } from '../support/gateway.ts';
import { useGateways } from '../support/load/gateways.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { on } from '../support/on.ts';
import { postmasterOf } from '../support/postmaster.ts';

const run = promisify(execFile);
const gateways = useGateways();
let folder: string;
let first: Gateway;
let token: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outturn-embedded-'));
  // Below a folder that only root may enter, the database of root would not be in the data directory.
  await chmod(folder, 0o711);
  first = await startOn('data');
  token = /API key: (\S+)/.exec(first.output())?.[1] ?? '';
  return async () => {
    // PostgreSQL runs in the folder, so it stops before the folder is removed.
    await first.stop();
    await rm(folder, { recursive: true, force: true });
  };
});

const startOn = (name: string, env: NodeJS.ProcessEnv = {}) =>
  gateways.start('', {
    DATABASE_URL: '',
    DATABASE_DIRECT_URL: '',
    DATA_DIR: path.join(folder, name),
    REDIS_URL: '',
    ...env,
  });

const record = (url: string, idempotencyKey: string) =>
  send(`${url}/v1/revenues`, {
    token,
    idempotencyKey,
    body: JSON.stringify({ ...minimal, agentKey: 'a' }),
  });

/** The lines of a gateway's log about PostgreSQL. */
function saidBy({ output }: Gateway): unknown[] {
  const lines = output().split('\n');
  return lines.filter((line) => /^{.*PostgreSQL/.test(line)).map((line) => JSON.parse(line));
}

const created = { level: 30, msg: expect.stringMatching(/^creating a PostgreSQL database in /) };
const listens = { level: 30, msg: expect.stringMatching(/^PostgreSQL listens on port \d+$/) };

test('the log reports that the embedded PostgreSQL was lost, and that it is back', async () => {
  expect(saidBy(first)).toMatchObject([created, listens]);

  process.kill((await postmasterOf(path.join(folder, 'data'))) ?? 0, 'SIGKILL');
  await waitUntil('it is back', () => /connected to PostgreSQL again/.test(first.output()));
  expect(saidBy(first)).toMatchObject([
    created,
    listens,
    { level: 40, msg: 'lost the connection to PostgreSQL; attaching again, or restarting it' },
    listens,
    { level: 30, msg: 'connected to PostgreSQL again' },
  ]);
  await waitUntil('it is ready', async () => (await fetch(`${first.url}/readyz`)).status === 200);
});

test('a start whose port is taken after its check stops its PostgreSQL without errors in the log', async () => {
  const port = await freePort();
  const NODE_OPTIONS = `--import ${path.join(import.meta.dirname, 'takes-port.fixture.ts')}`;
  const failure = await failureOf(startOn('other', { PORT: String(port), SESSION_SECRET: '', NODE_OPTIONS }));
  const lines = String(failure).split('\n');
  expect(lines.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
  expect(lines).toContainEqual(expect.stringContaining('"msg":"stopping PostgreSQL"'));
  expect(lines.slice(-2)).toEqual([`Port ${port} is in use. Set PORT to another one.`, '']);
});

test('the gateway uses the embedded PostgreSQL as an ordinary role', async () => {
  const stored = JSON.parse(await readFile(path.join(folder, 'data/postgres.json'), 'utf8'));
  const ownRole = `select usename, rolsuper or rolcreaterole or rolcreatedb as has_privileges from pg_stat_activity
    join pg_roles on rolname = usename where application_name ~ '^outturn/[0-9]+$' group by 1, 2`;
  // A gateway closes idle connections.
  expect((await record(first.url, 'connection')).status).toBe(201);
  expect(await on(stored.superuserUrl, ownRole)).toEqual([{ usename: 'outturn_app', has_privileges: false }]);
  const schema = "select tableowner from pg_tables where schemaname = 'public' group by 1";
  expect(await on(stored.url, schema)).toEqual([{ tableowner: 'outturn_app' }]);
});

// As docs/backup.md says.
test('a copy of the data directory of a stopped server is a backup', async () => {
  for (let i = 0; i < 20; i++) expect((await record(first.url, `key-${i}`)).status).toBe(201);
  const before = await send(`${first.url}/v1/revenues`, { token });
  const { length } = saidBy(first);
  await first.stop();
  expect(first.child.exitCode).toBe(0);
  expect(saidBy(first).slice(length)).toMatchObject([{ level: 30, msg: 'stopping PostgreSQL' }]);
  await run('cp', ['-a', path.join(folder, 'data'), path.join(folder, 'copy')]);

  const second = await startOn('copy');
  expect((await send(`${second.url}/v1/revenues`, { token })).text).toBe(before.text);
  const again = await record(second.url, 'key-7');
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  await second.stop();
});
