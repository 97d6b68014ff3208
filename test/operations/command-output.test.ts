import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { listApiKeys } from '@outturn/service';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { createApiKey } from '../support/api-keys.ts';
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

/** Clears the screen, names a link and turns the direction of text around. */
const NASTY = '\u001b[2J\u001b]8;;mailto:a\u0007\u009b31m\u202e';

test('control characters of files, arguments and servers are shown written out', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'outturn-nasty-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const named = path.join(folder, `${NASTY}.csv`);
  const plain = path.join(folder, 'plain.csv');
  await writeFile(named, `amount,recordedAt,${NASTY}name\n${NASTY},2026-01-01T00:00:00Z,x\n`);
  await writeFile(plain, `amount,recordedAt,source\n1,2026-01-01T00:00:00Z,${NASTY}\n`);
  const server = createServer((_, response) => {
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ code: 'Invalid Request', message: NASTY }));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const csv = ['import', 'revenues', '--api-key', 'k'];
  const commands = [
    [NASTY],
    [...csv, named],
    [...csv, named, '--dry-run', '--ignore', `${NASTY}name`],
    [...csv, plain, '--url', url],
    ['backup', path.join(named, 'folder')],
    ['export', 'revenues', '--developer', NASTY],
  ];
  await Promise.all(
    commands.map(async (args) => {
      const child = spawn(process.execPath, [outturn, ...args], {
        env: { ...process.env, DATABASE_URL: store.url, INIT_CWD: '' },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const texts = [text(child.stdout), text(child.stderr)];
      const output = (await Promise.all(texts)).join('');
      expect(output, args.join(' ')).toContain('\\x9b31m');
      expect(output, args.join(' ')).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    }),
  );
});
