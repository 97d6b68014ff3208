import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { terminal } from '../support/machine.ts';
import { makeScratchCopy, type ScratchCopy } from '../support/scratch-copy.ts';

const run = promisify(execFile);
const { version } = manifest;
const next = `${Number.parseInt(version, 10) + 1}.0.0`;
let folder: string;
let copy: ScratchCopy;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outturn released '));
  copy = await makeScratchCopy();
  await git('init', '--quiet');
  await commit('Begin');
}, 180_000);
afterAll(() => Promise.all([copy.remove(), rm(folder, { recursive: true, force: true })]));

async function git(...args: string[]): Promise<string> {
  const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
  return (await run('git', [...identity, ...args], { cwd: copy.path })).stdout;
}

async function commit(subject: string): Promise<void> {
  await git('add', '--all');
  await git('commit', '--quiet', '--message', subject);
}

const release = (...args: string[]) => releaseWith({}, ...args, '--without-audit');

async function releaseWith(registry: NodeJS.ProcessEnv, ...args: string[]) {
  const env = { ...terminal(), GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.com' };
  const command = ['run', '--silent', 'release', '--', ...args];
  const committer = { GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@example.com' };
  const options = { cwd: copy.path, env: { ...env, ...committer, ...registry } };
  const ended = await run('npm', command, options).catch((error) => error);
  return { code: 0, ...ended } as { code: number; stdout: string; stderr: string };
}

const subjects = async () => (await git('log', '--format=%s')).trim().split('\n');
const isClean = async () => (await git('status', '--porcelain')) === '';

test.for([
  [[], 'Usage: npm run release -- FOLDER --next VERSION [--without-audit]'],
  [['out', '--next', version], `--next must be a version after ${version}`],
  [['out', '--next', 'soon'], `--next must be a version after ${version}`],
] as const)('%j are refused', async ([args, message]) => {
  expect(await release(...args)).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
});

test('changes that are not committed are refused', async () => {
  const file = path.join(copy.path, 'README.md');
  await appendFile(file, '\nMore.\n');
  const { code, stderr } = await release(folder, '--next', next);
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'Commit or stash your changes first.\n' });
  await git('checkout', '--', 'README.md');
});

const vulnerability = {
  id: 1,
  url: 'https://example.com/1',
  title: 'Reads too much',
  severity: 'high',
  vulnerable_versions: '*',
};

test.for([
  { answer: 'a vulnerability', code: 200, body: { zod: [vulnerability] }, output: 'Reads too much' },
  { answer: 'no audit', code: 405, body: {}, output: 'responded with 405' },
])('a release for which the registry has $answer stops before it changes anything', async (answer) => {
  const asked: unknown[] = [];
  const registry = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(answer.code, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  onTestFinished(() => void registry.close());
  const { port } = registry.address() as AddressInfo;
  const settings = { pnpm_config_registry: `http://127.0.0.1:${port}/` };
  const { code, stdout, stderr } = await releaseWith(settings, folder, '--next', next);
  expect({ code, output: `${stdout}${stderr}` }).toEqual({
    code: 1,
    output: expect.stringContaining(answer.output),
  });
  expect(stderr).toContain('To release even so, add --without-audit.');
  expect([asked, await readdir(folder), await isClean()]).toEqual([
    ['/-/npm/v1/security/advisories/bulk'],
    [],
    true,
  ]);
});

test('a release that cannot be packed leaves everything as it was', { timeout: 300_000 }, async () => {
  await appendFile(path.join(copy.path, 'packages/sdk/src/index.ts'), 'export { no } from "./missing.ts";');
  await commit('Break');
  expect(await release(folder, '--next', next)).toMatchObject({ code: 1 });
  expect([await readdir(folder), await isClean(), await git('tag')]).toEqual([[], true, '']);
  await git('reset', '--quiet', '--hard', 'HEAD~1');
});

test('a release has packages, bill of materials, licences and sums, a tag, and the next version', {
  timeout: 600_000,
}, async () => {
  expect(await release(folder, '--next', next)).toMatchObject({
    code: 0,
    stderr: 'Known vulnerabilities of the dependencies were NOT checked.\n',
  });
  const files = await readdir(folder);
  expect(files.filter((file) => !file.endsWith('.tgz')).sort()).toEqual([
    'SHA256SUMS',
    `outturn-${version}-licences.csv`,
    `outturn-${version}.cdx.json`,
  ]);
  const { stdout } = await run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder });
  expect(stdout.trim().split('\n')).toHaveLength(files.length - 1);
  expect(stdout).toContain(`outturn-${version}.tgz: OK`);
  const bill = JSON.parse(await readFile(path.join(folder, `outturn-${version}.cdx.json`), 'utf8'));
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'outturn', version } },
  });
  expect(bill.dependencies).toContainEqual(expect.objectContaining({ ref: `pkg:npm/outturn@${version}` }));
  const licences = await readFile(path.join(folder, `outturn-${version}-licences.csv`), 'utf8');
  expect(licences).toMatch(/^zod,[\d.]+,MIT$/m);
  expect(licences).toMatch(/^@mikro-orm\/core,[\d.]+,MIT$/m);
  expect(licences.trim().split('\n')).toHaveLength(bill.components.length + 1);

  expect([(await subjects()).slice(0, 3), await isClean()]).toEqual([
    [`Begin ${next}`, `Release ${version}`, 'Begin'],
    true,
  ]);
  expect(await git('describe', 'HEAD~1')).toBe(`v${version}\n`);
  const released = await git('show', `v${version}:CHANGELOG.md`);
  const today = new Date().toISOString().slice(0, 10);
  expect(/^## .*$/m.exec(released)?.[0]).toBe(`## ${version} (${today})`);
  expect(await git('tag', '--list', '--format=%(contents)')).toContain('- **Records**: revenues');
  const { version: begun } = JSON.parse(
    await readFile(path.join(copy.path, 'packages/sdk/package.json'), 'utf8'),
  );
  expect(begun).toBe(next);
  expect(await release(folder, '--next', next)).toMatchObject({ code: 1 });
});
