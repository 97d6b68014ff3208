import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateways } from '../support/load/gateways.ts';
import { terminal } from '../support/machine.ts';
import { snippets } from '../support/snippets.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const guide = 'docs/integrating.md';
const section = 'TypeScript SDK';
const gateways = useGateways();
/** Once the guide's commands have run in it, the project of somebody who uses the SDK. */
let project: string;

beforeAll(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'outturn sdk '));
  const commands = snippets(guide, 'sh', section).join('\n');
  const env = { ...terminal(), OUTTURN_REPOSITORY: root };
  await run('sh', ['-eu', '-c', commands], { cwd: project, env });
}, 180_000);
afterAll(() => rm(project, { recursive: true, force: true }));

// What the guide and the SDK's README said to install was on no registry, and what npm packed led to sources that it lacks.
test('the SDK that the guide says to install runs the guide’s code on the machine’s own Node.js', async () => {
  const { url } = await gateways.start(inject('databaseUrl'));
  const { token } = await mintKey();
  const code = snippets(guide, 'ts', section).join('\n').replaceAll('http://localhost:3000', url);
  await writeFile(path.join(project, 'main.mjs'), code);

  const env = { ...terminal(), OUTTURN_API_KEY: token };
  const { stdout, stderr } = await run('node', ['main.mjs'], { cwd: project, env });

  expect(stderr).toBe('');
  expect(stdout).toMatch(/^[0-9a-f-]{36}\n99\.90 customer-abc\n1 null\n400 Invalid ID /);
});

test('its types come with it', async () => {
  const code = `import { Outturn, type Revenue } from '@outturn/sdk';
    export const first = async (outturn: Outturn): Promise<Revenue> =>
      outturn.revenues.record({ amount: '1', recordedAt: new Date() });
    // @ts-expect-error money is a string
    export const wrong = (outturn: Outturn) => outturn.revenues.record({ amount: 1, recordedAt: new Date() });`;
  await writeFile(path.join(project, 'types.mts'), code);
  const tsc = path.join(root, 'packages/sdk/node_modules/.bin/tsc');
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022'];

  const { stdout } = await run(tsc, [...options, 'types.mts'], { cwd: project }).catch((error) => error);
  expect(stdout).toBe('');
});

test('its README says the same', () => {
  const withoutRemarks = (script = '') => script.replaceAll(/ +#.*/g, '');
  const [inGuide] = snippets(guide, 'sh', section);
  const [inReadme] = snippets('packages/sdk/README.md', 'sh');
  expect(withoutRemarks(inReadme)).toBe(withoutRemarks(inGuide));
});

test('npm, which would pack what nobody can run, is told what packs it', async () => {
  const cwd = path.join(root, 'packages/sdk');
  const args = ['pack', '--pack-destination', project];
  const failed = await run('npm', args, { cwd, env: terminal() }).catch((error) => error);
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('npm run pack:sdk') });
});
