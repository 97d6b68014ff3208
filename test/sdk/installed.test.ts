import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { terminal } from '../support/machine.ts';
import { snippets } from '../support/snippets.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const guide = 'docs/integrating.md';
const section = 'TypeScript SDK';
const gateway = useGateway();
/** Once the guide's commands have run in it, the project of somebody who uses the SDK. */
let project: string;

beforeAll(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'outturn sdk '));
  const commands = snippets(guide, 'sh', section).join('\n');
  const env = { ...terminal(), OUTTURN_REPOSITORY: root };
  await run('sh', ['-eu', '-c', commands], { cwd: project, env });
}, 180_000);
afterAll(() => rm(project, { recursive: true, force: true }));

test('the SDK that is installed as the guide says runs the guide’s code on the machine’s own Node.js', async () => {
  const { token } = await mintKey();
  const code = snippets(guide, 'ts', section).join('\n').replaceAll('http://localhost:3000', gateway.url);
  await writeFile(path.join(project, 'main.mjs'), code);

  const env = { ...terminal(), OUTTURN_API_KEY: token };
  const { stdout, stderr } = await run('node', ['main.mjs'], { cwd: project, env });

  expect(stderr).toBe('');
  expect(stdout).toMatch(/^[0-9a-f-]{36}\n99\.90 customer-abc\n1 null\n400 Invalid ID /);
});

test('the installed SDK brings its types along', async () => {
  const code = `import { Outturn, type Revenue } from '@outturn/sdk';
    export const first = async (outturn: Outturn): Promise<Revenue> =>
      outturn.revenues.record({ amount: '1', recordedAt: new Date() });
    // @ts-expect-error money is a string
    export const wrong = (outturn: Outturn) => outturn.revenues.record({ amount: 1, recordedAt: new Date() });`;
  await writeFile(path.join(project, 'types.mts'), code);
  const tsc = path.join(root, 'packages/sdk/node_modules/.bin/tsc');
  const options = [
    '--noEmit',
    '--strict',
    '--skipDefaultLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2022',
  ];

  const { stdout } = await run(tsc, [...options, 'types.mts'], { cwd: project }).catch((error) => error);
  expect(stdout).toBe('');
});

test('the README of the SDK installs it as the guide does', () => {
  const withoutRemarks = (script = '') => script.replaceAll(/ +#.*/g, '');
  const [inGuide] = snippets(guide, 'sh', section);
  const [inReadme] = snippets('packages/sdk/README.md', 'sh');
  expect(withoutRemarks(inReadme)).toBe(withoutRemarks(inGuide));
});

test('npm pack of the SDK, which nobody could run, names the command that packs it', async () => {
  const cwd = path.join(root, 'packages/sdk');
  const args = ['pack', '--pack-destination', project];
  const failed = await run('npm', args, { cwd, env: terminal() }).catch((error) => error);
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('npm run pack:sdk') });
});
