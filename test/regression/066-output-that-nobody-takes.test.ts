import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { createApiKey, listApiKeys } from '@outturn/service';
import { beforeAll, expect, test } from 'vitest';
import { newEmail, signedUp } from '../support/browser.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { useGateways } from '../support/load/gateways.ts';
import { runOutturn } from '../support/load/run-outturn.ts';
import { outturn } from '../support/program.ts';

const store = usePrivateDatabase();
const gateways = useGateways();
beforeAll(async () => {
  await createApiKey(store.database, { developerName: 'acme', name: 'test' });
});

/** Runs the command line with nobody to read what it says. */
async function runUnread(...args: string[]) {
  const child = spawn(process.execPath, [outturn, ...args], {
    env: { ...process.env, DATABASE_URL: store.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code: child.exitCode, errors };
}

// Each died of an unhandled error, with the lines of a stack.
test.each([['developers list'], ['keys list'], ['migrate'], ['rollups verify'], ['rollups rebuild']])(
  '%s ends quietly when its reader wants no more',
  async (command) => {
    expect(await runUnread(...command.split(' '))).toEqual({ code: 141, errors: '' });
  },
);

// It went on working, and nobody had it.
test('a key that cannot be handed over is revoked', async () => {
  const sorry = /^The key could not be handed over and is revoked: write EPIPE\n$/;
  expect(await runUnread('keys', 'create', '--developer', 'acme', '--name', 'unread')).toEqual({
    code: 1,
    errors: expect.stringMatching(sorry),
  });
  const keys = await listApiKeys(store.database, 'acme');
  expect(keys.find(({ name }) => name === 'unread')).toMatchObject({ revokedAt: expect.any(Date) });
});

// Whoever had asked did not hear that the old one was void.
test('a password that cannot be handed over is said to be lost', async () => {
  const { url } = await gateways.start(store.url, { REDIS_URL: '' });
  const email = newEmail();
  await signedUp(url, email);
  expect(await runUnread('accounts', 'reset-password', email)).toEqual({
    code: 1,
    errors: expect.stringMatching(/could not be handed over: write EPIPE\. .* run the command again/),
  });
});

test('a disk that is full is told in one line', async () => {
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

// It said "connect ECONNREFUSED 127.0.0.1:1", and of nothing what to look at.
test('a database that is away is named by its variable', async () => {
  const url = 'postgres://nobody@127.0.0.1:1/outturn';
  for (const command of ['keys list', 'developers list', 'migrate', 'rollups verify']) {
    expect(await runOutturn(url, ...command.split(' '))).toEqual({
      code: 1,
      output: '',
      errors: 'No session can be had from DATABASE_URL: connect ECONNREFUSED 127.0.0.1:1\n',
    });
  }
});

test('what is not understood leads to the help', async () => {
  for (const args of [
    ['keys', 'make'],
    ['keys', 'revoke'],
    ['rollups', 'verify', '--since=2026-01-01'],
  ])
    expect((await runOutturn(store.url, ...args)).errors).toMatch(
      /^error: .*\nAdd --help to see what it takes\.\n$/,
    );
});
