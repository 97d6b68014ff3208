import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { createDatabase } from '../support/create-database.ts';
import { useGateways } from '../support/load/gateways.ts';
import { runOutturn } from '../support/load/run-outturn.ts';
import { on } from '../support/on.ts';

const gateways = useGateways();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outturn-errors-'));
  return () => rm(folder, { recursive: true });
});

const start = (env: NodeJS.ProcessEnv) => gateways.start(inject('databaseUrl'), env);

// Each of these showed the words of the system alone, and not which setting they are about.
test('a data directory that cannot be used', async () => {
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  const env = { SESSION_SECRET: '', DATA_DIR: file };
  await expect(start(env)).rejects.toThrow(
    `DATA_DIR (${file}) cannot be used: ENOTDIR: not a directory, open '${file}/session-secret'`,
  );
  const embedded = { DATABASE_URL: '', DATABASE_DIRECT_URL: '', SESSION_SECRET: 'x'.repeat(32) };
  await expect(start({ ...embedded, DATA_DIR: file })).rejects.toThrow(
    `DATA_DIR (${file}) cannot be used: EEXIST: file already exists, mkdir '${file}'`,
  );
  const below = path.join(file, 'data');
  await expect(start({ ...embedded, DATA_DIR: below })).rejects.toThrow(
    `DATA_DIR (${below}) cannot be used: ENOTDIR: not a directory, mkdir '${below}'`,
  );
});

test('an address that is not of this machine', async () => {
  await expect(start({ HOST: '192.0.2.1' })).rejects.toThrow(
    'HOST 192.0.2.1 cannot be used: listen EADDRNOTAVAIL: address not available 192.0.2.1. Set it to an address of this machine',
  );
  await expect(start({ HOST: 'nowhere.invalid' })).rejects.toThrow(
    /HOST nowhere\.invalid cannot be used: getaddrinfo E\w+ nowhere\.invalid\. Set it to an address/,
  );
});

test('a setting out of its bounds', async () => {
  for (const [env, words] of [
    [
      { DATABASE_POOL_SIZE: '5000' },
      'DATABASE_POOL_SIZE must be a number of connections, a whole one from 8 to 1000',
    ],
    [
      { TRUST_PROXY: '11' },
      'TRUST_PROXY must be the number of proxies in front of the server, a whole one from 0 to 10',
    ],
    [{ PORT: '1.5' }, 'PORT must be a port number, a whole one from 0 to 65535'],
    [
      { CORS_ORIGINS: 'https://a.example/' },
      'CORS_ORIGINS must be a list of origins, each without a path or a slash at its end',
    ],
  ] as const) {
    await expect(start(env)).rejects.toThrow(`Some settings in the environment are wrong:\n  ${words}`);
  }
});

test('a schema in which the role may not create tables', async () => {
  const name = `grants_${randomUUID().replaceAll('-', '')}`;
  const { url: ownUrl, remove } = await createDatabase(inject('databaseUrl'), name);
  await on(ownUrl, `create role ${name} login password '${name}'`);
  await on(ownUrl, 'revoke create on schema public from public');
  const url = new URL(ownUrl);
  url.username = name;
  url.password = name;
  const { code, errors } = await runOutturn(url.href, 'migrate');
  const [, grant] =
    /^Tables cannot .*: permission denied for schema public\. .*run: (.*;)\n$/.exec(errors) ?? [];
  expect([code, grant]).toEqual([1, `grant usage, create on schema public to ${name};`]);

  await on(ownUrl, grant ?? '');
  expect((await runOutturn(url.href, 'migrate')).code).toBe(0);
  await remove();
  await on(inject('databaseUrl'), `drop role ${name}`);
});
