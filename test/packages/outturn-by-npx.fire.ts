import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { Browser } from '../support/browser.ts';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { installInto, installNode, tarballOf } from '../support/installed.ts';
import { startInstalled, stopInstalled } from '../support/installed-server.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { terminal } from '../support/machine.ts';
import { postmasterOf } from '../support/postmaster.ts';
import { nodeEnvironment, nodeFlags } from '../support/program.ts';

const run = promisify(execFile);
const gateway = useGateway();
/** A user's folder, in which only the tarball was installed. */
let project: string;
let launcher: string;
let oldest: string;

beforeAll(async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'outturn package '));
  project = path.join(home, 'project');
  launcher = path.join(project, 'node_modules/outturn/dist/launcher.js');
  await installInto(project, [await tarballOf('outturn')]);
  oldest = await installNode('20.0.0');
}, 480_000);
afterAll(() => rm(path.dirname(project), { recursive: true, force: true }));

type Ended = { code: number; stdout: string; stderr: string };

/** Runs a command in the user's folder to its end. */
async function ended(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  const { cwd = project, env } = options;
  const result = await run(program, args, { cwd, env: { ...terminal(), ...env } }).catch((error) => error);
  return { code: 0, ...result };
}

test('npx outturn serves with a dashboard and an account, and ends with npx', {
  timeout: 120_000,
}, async () => {
  const server = await startInstalled(['npx', 'outturn'], { cwd: project });
  const { url } = server;
  const [, token = ''] = /^API key: (\S+)$/m.exec(server.output()) ?? [];
  const [, claimToken] = /^Claim link: \S+\?token=(\S+)$/m.exec(server.output()) ?? [];

  const page = await fetch(url, { headers: { accept: 'text/html' } });
  const [script = ''] = /\/assets\/[\w.-]+\.js/.exec(await page.text()) ?? [];
  const files = [script, '/third-party-licences.txt', '/docs/viewer.js', '/v1/openapi.json'];
  const statuses = await Promise.all(files.map(async (file) => (await fetch(`${url}${file}`)).status));
  expect({ script, statuses }).toEqual({
    script: expect.stringContaining('.js'),
    statuses: [200, 200, 200, 200],
  });

  const recorded = await fetch(`${url}/v1/revenues`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ amount: '99.90', recordedAt: new Date().toISOString(), agentKey: 'a' }),
  });
  expect(recorded.status).toBe(201);

  const browser = new Browser(url);
  const body = { name: 'Ada', email: 'ada@example.com', password: 'correct horse', claimToken };
  expect((await browser.send('/api/auth/sign-up/email', { body })).status).toBe(200);
  const day = 24 * 60 * 60 * 1000;
  const window = {
    from: new Date(Date.now() - day).toISOString(),
    to: new Date(Date.now() + day).toISOString(),
  };
  const { totals } = await browser.trpc.analytics.slice.query({ window, totals: ['revenue'] });
  expect(totals).toEqual({ revenue: '99.9' });

  await stopInstalled(server);
  await waitUntil('PostgreSQL has stopped', async () => !(await postmasterOf(path.join(project, '.data'))));
});

describe('the command', () => {
  test('prints its usage', async () => {
    const { code, stdout } = await ended('npx', ['outturn', '--help']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^Usage: outturn /) });
  });

  test('passes a failure on', async () => {
    expect(await ended('npx', ['outturn', 'sevre'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("unknown command 'sevre'"),
    });
  });

  test('imports a file of the folder in which a script of the project runs', async () => {
    const { token } = await mintKey();
    await mkdir(path.join(project, 'below'), { recursive: true });
    const scripts = { import: 'outturn import revenues sales.csv' };
    await writeFile(path.join(project, 'package.json'), JSON.stringify({ private: true, scripts }));
    await writeFile(path.join(project, 'sales.csv'), 'amount,recordedAt\n1.50,2024-01-15T10:30:00Z\n');

    const env = { OUTTURN_URL: gateway.url, OUTTURN_API_KEY: token };
    const imported = await ended('npm', ['run', 'import'], { cwd: path.join(project, 'below'), env });
    expect(imported).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('sales.csv: 1 created, 0 already there, 0 rejected'),
    });
  });
});

describe('the launcher', () => {
  /** Every Node.js process of the program prints its version and settings at its start. */
  const telling =
    '--import=data:text/javascript,console.error(JSON.stringify({node:process.versions.node,flags:process.execArgv,arenas:process.env.MALLOC_ARENA_MAX}))';

  async function startedBy(node: string, options: { launcher?: string; env?: NodeJS.ProcessEnv } = {}) {
    const env = { NODE_OPTIONS: telling, ...options.env };
    const { stderr, code } = await ended(node, [options.launcher ?? launcher, '--version'], { env });
    return { code, ...JSON.parse(stderr.trim().split('\n').at(-1) as string) };
  }

  test.each([
    ["the system's Node.js", () => 'node'],
    ['Node.js 20.0.0', () => oldest],
  ])('on %s runs the program on the Node.js that it is tested with', async (_, node) => {
    expect(await startedBy(node())).toEqual({
      code: 0,
      node: process.versions.node,
      flags: nodeFlags,
      arenas: nodeEnvironment.MALLOC_ARENA_MAX,
    });
    expect((await ended(node(), [launcher, '--version'])).stdout).toBe(`${manifest.version}\n`);
  });

  test('leaves settings in the environment as they are', async () => {
    expect(await startedBy('node', { env: { MALLOC_ARENA_MAX: '7' } })).toMatchObject({ arenas: '7' });
  });

  describe('without its Node.js', () => {
    let alone: string;
    beforeAll(async () => {
      alone = path.join(path.dirname(project), 'alone/outturn');
      await cp(path.join(project, 'node_modules/outturn'), alone, { recursive: true });
      alone = path.join(alone, 'dist/launcher.js');
    });

    test('runs on a newer one', async () => {
      const node = process.execPath;
      expect(await startedBy(node, { launcher: alone })).toMatchObject({ code: 0, flags: nodeFlags });
    });

    test('refuses an older one and says what to do', async () => {
      expect(await ended(oldest, [alone, '--version'])).toMatchObject({
        code: 1,
        stdout: '',
        stderr:
          `Outturn needs Node.js 26 or newer, and this is Node.js 20.0.0. The npm package node-${process.platform}-${process.arch}, ` +
          'which holds a newer one, is not installed.\n' +
          'Install outturn again with optional dependencies, or run it with a newer Node.js.\n',
      });
    });

    test('names the setting for a PostgreSQL of its own', async () => {
      const env = { DATABASE_URL: '', DATA_DIR: path.join(path.dirname(project), 'data') };
      expect(await ended(process.execPath, [alone, 'keys', 'list'], { env })).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Set DATABASE_URL to a PostgreSQL 14 to 18 of your own.'),
      });
    });
  });
});
