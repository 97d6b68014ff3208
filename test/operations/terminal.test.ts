import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { failureOf } from '../support/failure-of.ts';
import { startGateway } from '../support/gateway.ts';
import { useGateways } from '../support/load/gateways.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { postmasterOf } from '../support/postmaster.ts';
import { outturn } from '../support/program.ts';
import { runOnTerminal } from '../support/pseudo-terminal.ts';

const store = usePrivateDatabase();
const gateways = useGateways();
beforeEach(async () => {
  await store.database.pool.query('truncate developers cascade');
});

/** Starts a gateway on a terminal, waits for its last line and returns what it has shown. */
async function startOnTerminal(env: NodeJS.ProcessEnv = {}, ...options: string[]) {
  const settings = { DATABASE_URL: store.url, PORT: '0', REDIS_URL: '', LOG_LEVEL: 'info', NODE_OPTIONS: '' };
  const command = [process.execPath, outturn, 'serve', ...options];
  const terminal = runOnTerminal(command, { ...settings, ...env });
  const isReady = () => /Press Ctrl-C to stop\.\n$|"Outturn is ready"/.test(terminal.shown());
  await waitUntil('it is ready', isReady);
  return terminal;
}

test('first start on a terminal ends with address, key, link, calls and how to stop, once each', {
  tags: 'script',
}, async () => {
  const terminal = await startOnTerminal({ npm_lifecycle_event: 'start' });
  const shown = terminal.shown();
  const lines = [
    /^Outturn is ready at http:\/\/localhost:\d+$/m,
    /^Development mode: .*$/m,
    /^API key: ot_live_\w{49}$/m,
    /^Claim link: http:\/\/localhost:\d+\/claim\?token=[\w-]{43}$/m,
    /^A new link: npm run outturn -- developers claim default$/m,
    /^export KEY=ot_live_\w{49}$/m,
    /^# REST: record a revenue$/m,
    /^# tRPC, .*$/m,
    /^# GraphQL: read the revenue$/m,
    /^# GraphQL: the margin of each agent$/m,
    /^Press Ctrl-C to stop\.\n$/m,
  ];
  const positions = lines.map((line) => shown.search(line));
  expect(positions).toEqual([...positions].sort((a, b) => a - b));
  expect(positions).not.toContain(-1);
  for (const line of lines) expect(shown.match(new RegExp(line, 'gm'))).toHaveLength(1);
  expect(shown).not.toMatch(/^\{/m);
  // Warnings about the server of the tests are as long as they need to be.
  const long = shown.split('\n').filter((line) => line.length > 80 && !/^[\d:]{8} warn /.test(line));
  expect(long).toEqual([expect.stringMatching(/^Claim link: /), expect.stringContaining('analytics')]);

  await terminal.interrupt();
  expect(terminal.child.exitCode).toBe(0);
  expect(terminal.shown().slice(shown.length)).toMatch(/^\^C\n\d\d:\d\d:\d\d info {2}stopping\n$/);
});

test('LOG_FORMAT=json logs JSON on a terminal, beside the plain lines', { tags: 'script' }, async () => {
  const terminal = await startOnTerminal({ LOG_FORMAT: 'json' });
  const log = terminal
    .shown()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  expect(log.map((line) => JSON.parse(line).msg)).toContain('Outturn is ready');
  expect(terminal.shown()).toMatch(/^API key: ot_live_\w{49}$/m);
  expect(terminal.shown()).not.toContain('Ctrl-C');
});

test('closing the terminal stops the gateway and its PostgreSQL', { tags: 'script' }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'outturn-closed-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const env = { DATABASE_URL: '', DATABASE_DIRECT_URL: '', DATA_DIR: path.join(folder, 'data') };
  const terminal = await startOnTerminal(env);
  expect(await postmasterOf(env.DATA_DIR)).toBeGreaterThan(0);
  terminal.child.kill('SIGKILL');
  await waitUntil('PostgreSQL has stopped', async () => !(await postmasterOf(env.DATA_DIR)));
});

test('first start in a pipe has address, key and link as plain lines, and a log in JSON', async () => {
  const lines = (await gateways.start(store.url)).output().trimEnd().split('\n');
  const [address, key, link] = lines.filter((line) => !line.startsWith('{'));
  expect(address).toMatch(/^Outturn is ready at http:\/\/localhost:\d+$/);
  expect(key).toMatch(/^API key: ot_live_\w{49}$/);
  expect(link).toMatch(/^Claim link: http:\S+$/);
  const log = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  expect(log.at(-1)).toMatchObject({ msg: 'Outturn is ready', level: 30 });
});

test('LOG_FORMAT=text logs lines for people in a pipe', async () => {
  const gateway = await gateways.start(store.url, { LOG_FORMAT: 'text' });
  await fetch(`${gateway.url}/v1/revenues`, { headers: { authorization: 'Bearer nonsense' } });
  await waitUntil('it is logged', () => gateway.output().includes('bad_key'));
  expect(gateway.output()).toMatch(
    /^\d\d:\d\d:\d\d warn {2}security event event=bad_key .*address=127\.0\.0\.1/m,
  );
  expect(gateway.output()).not.toMatch(/^\{/m);
});

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);
// Browsers look for localhost on both.
const addresses = hasIpv6 ? ['127.0.0.1', '::1'] : ['127.0.0.1'];
/** How this start can be repeated, by the script that npm runs. */
const starts = [
  ['start', 'npm start'],
  ['npx', 'npx outturn'],
  [undefined, 'outturn serve'],
] as const;
const busy = addresses.map((host, i) => ({ host, commands: i === 0 ? starts : starts.slice(0, 1) }));

test.each(busy)(
  'busy port on $host is told before a folder or a database is made, with a command that works',
  async ({ host, commands }) => {
    const server = createServer().listen(0, host);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const folder = await mkdtemp(path.join(tmpdir(), 'outturn-busy-'));
    try {
      const env = { PORT: String(port), DATABASE_DIRECT_URL: '', DATA_DIR: path.join(folder, 'data') };
      for (const [script, command] of commands) {
        const failure = await failureOf(startGateway('', { ...env, npm_lifecycle_event: script }));
        const [, free = ''] = /PORT=(\d+)/.exec(String(failure)) ?? [];
        expect(String(failure)).toBe(
          `Error: the gateway ended with 1:\nPort ${port} is in use. Choose another one, for example: PORT=${free} ${command}\n`,
        );
        expect(Number(free)).toBeGreaterThan(port);
      }
      expect(existsSync(env.DATA_DIR)).toBe(false);
    } finally {
      server.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
