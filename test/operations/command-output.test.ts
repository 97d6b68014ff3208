import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { createApiKey, listApiKeys } from '@outturn/service';
import { beforeAll, expect, inject, test } from 'vitest';
import { newEmail, signedUp } from '../support/browser.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { outturn } from '../support/program.ts';

const store = usePrivateDatabase();
const gateway = useGateway();
beforeAll(async () => {
  await createApiKey(store.database, { developerName: 'acme', name: 'test' });
});

/** Runs a command whose standard output is closed by its reader. */
async function runUnread(databaseUrl: string, ...args: string[]) {
  const child = spawn(process.execPath, [outturn, ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code: child.exitCode, errors };
}

test.each([['developers list'], ['keys list'], ['migrate'], ['rollups verify'], ['rollups rebuild']])(
  '%s ends without an error when its reader closes early',
  async (command) => {
    expect(await runUnread(store.url, ...command.split(' '))).toEqual({ code: 141, errors: '' });
  },
);

test('a key that cannot be printed is revoked', async () => {
  const sorry = /^The key could not be printed and was revoked: write EPIPE$/m;
  expect(await runUnread(store.url, 'keys', 'create', '--developer', 'acme', '--name', 'unread')).toEqual({
    code: 1,
    errors: expect.stringMatching(sorry),
  });
  const keys = await listApiKeys(store.database, 'acme');
  expect(keys.find(({ name }) => name === 'unread')).toMatchObject({ revokedAt: expect.any(Date) });
});

test('a password that cannot be printed is reported as lost', async () => {
  const email = newEmail();
  await signedUp(gateway.url, email);
  expect(await runUnread(inject('databaseUrl'), 'accounts', 'reset-password', email)).toEqual({
    code: 1,
    errors: expect.stringMatching(/could not be printed: write EPIPE\. .* Run the command again/),
  });
});

test('a full disk is reported in one line', async () => {
  const full = await open('/dev/full', 'w');
  const child = spawn(process.execPath, [outturn, 'developers', 'list'], {
    env: { ...process.env, DATABASE_URL: store.url },
    stdio: ['ignore', full.fd, 'pipe'],
  });
  const [errors] = await Promise.all([child.stderr?.toArray(), once(child, 'exit')]);
  await full.close();
  expect({ code: child.exitCode, errors: errors?.join('') }).toEqual({
    code: 1,
    errors: 'The output cannot be written: ENOSPC: no space left on device, write\n',
  });
});
