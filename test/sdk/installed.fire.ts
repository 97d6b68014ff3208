import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { terminal } from '../support/machine.ts';
import { snippets } from '../support/snippets.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const guide = 'docs/integrating.md';
const section = 'TypeScript SDK';
const gateway = useGateway();
/** A user's project, in which the guide's commands have run. */
let project: string;

beforeAll(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'outturn sdk '));
  const commands = snippets(guide, 'sh', section).join('\n');
  const env = { ...terminal(), OUTTURN_REPOSITORY: root };
  await run('sh', ['-eu', '-c', commands], { cwd: project, env });
}, 180_000);
afterAll(() => rm(project, { recursive: true, force: true }));

const dist = () => path.join(project, 'node_modules/@outturn/sdk/dist');

test("the SDK installed as the guide says runs the guide's code on the system's Node.js", async () => {
  const { token } = await mintKey();
  const code = snippets(guide, 'ts', section).join('\n').replaceAll('http://localhost:3000', gateway.url);
  await writeFile(path.join(project, 'main.mjs'), code);

  const env = { ...terminal(), OUTTURN_API_KEY: token };
  const { stdout, stderr } = await run('node', ['main.mjs'], { cwd: project, env });

  expect(stderr).toBe('');
  expect(stdout).toMatch(/^[0-9a-f-]{36}\n99\.90 customer-abc\n1 null\n99\.9\n400 Invalid ID /);
});

// Other runtimes, where the machine has them.
describe.each([
  ['deno', ['run', '--allow-all', 'main.mjs']],
  ['bun', ['main.mjs']],
] as const)('%s', (command, args) => {
  test("runs the guide's code with the same output", { tags: command }, async () => {
    const { token } = await mintKey();
    const code = snippets(guide, 'ts', section).join('\n').replaceAll('http://localhost:3000', gateway.url);
    await writeFile(
      path.join(project, 'main.mjs'),
      `${code}\nfor await (const { kind } of outturn.live()) {\n  console.log(kind);\n  break;\n}`,
    );

    const env = { ...terminal(), OUTTURN_API_KEY: token };
    const { stdout } = await run(command, args, { cwd: project, env, timeout: 60_000 });
    expect(stdout).toMatch(
      /^[0-9a-f-]{36}\n99\.90 customer-abc\n1 null\n99\.9\n400 Invalid ID .*\nposition\n$/,
    );
  });
});

describe('the bundle', () => {
  test.for(['index.js', 'index.cjs'])('%s is at most 10,500 bytes, zipped', async (file) => {
    const code = await readFile(path.join(dist(), file));
    expect(gzipSync(code).length).toBeLessThanOrEqual(10_500);
  });

  test('holds nothing but the SDK, its retries and its amounts, and imports nothing', async () => {
    const map = JSON.parse(await readFile(path.join(dist(), 'index.js.map'), 'utf8'));
    const bundled: string[] = map.sources.map((source: string) =>
      path.relative(root, path.resolve(root, 'packages/sdk/dist', source)),
    );
    const code = await readFile(path.join(dist(), 'index.js'), 'utf8');

    const origins = new Set(bundled.map((source) => /^packages\/[^/]+\/src\//.exec(source)?.[0] ?? source));
    expect([...origins].sort()).toEqual([
      'packages/money/src/',
      'packages/sdk/src/',
      'packages/transport/src/',
    ]);
    expect(code).not.toMatch(/\bimport\b|\brequire\(|node:/);
  });

  test('is dropped by bundlers as far as a program does not use it', async () => {
    const file = path.join(project, 'shaken.mjs');
    await writeFile(file, "export { usd } from '@outturn/sdk';");
    const { output } = await build({ input: file, write: false, logLevel: 'silent' });
    expect(output[0].code).not.toMatch(/Recorder|Headers|exit/);
    await writeFile(file, "import '@outturn/sdk';");
    expect((await build({ input: file, write: false, logLevel: 'silent' })).output[0].code).toBe('');
  });

  test('is readable: names and lines are those of the sources', async () => {
    const code = await readFile(path.join(dist(), 'index.js'), 'utf8');
    expect(code).toMatch(/OutturnApiError = class extends OutturnError \{\n/);
    expect(Math.max(...code.split('\n').map((line) => line.length))).toBeLessThan(200);
  });

  test('runs in a page, without anything of Node.js', async () => {
    const { token } = await mintKey();
    const bundle = path.join(dist(), 'index.js');
    const fixture = path.join(import.meta.dirname, 'page.fixture.ts');
    const { stdout } = await run(process.execPath, [
      '--experimental-vm-modules',
      fixture,
      bundle,
      gateway.url,
      token,
    ]);

    expect(JSON.parse(stdout)).toEqual({
      key: 'page',
      isRefused: true,
      status: 'created',
      types: ['page.view'],
      live: 'position',
      totals: { cost: '0' },
      // Sent with keepalive, because the page was hidden.
      keptAlive: ['/v1/goals/batch', '/v1/events/batch'],
    });
  });
});

describe('the types', () => {
  const code = `import { Outturn, type Revenue } from '@outturn/sdk';
    const outturn = new Outturn({ apiKey: 'ot_live_x', baseUrl: 'http://localhost:3000' });
    export const record = (): Promise<Revenue> => outturn.revenues.record({ amount: '1', recordedAt: new Date() });
    export const cheap = () => outturn.revenues.record({ amount: 3e-7, recordedAt: new Date() });
    // @ts-expect-error an amount is text or a number
    outturn.revenues.record({ amount: true, recordedAt: new Date() });`;

  test.each([
    ['TypeScript 5', 'packages/sdk/node_modules/.bin/tsc', 'nodenext'],
    ['TypeScript 5 with a bundler', 'packages/sdk/node_modules/.bin/tsc', 'bundler'],
    ['TypeScript 7', 'node_modules/.bin/tsc', 'bundler'],
  ])('are accepted by %s without the types of Node.js', async (_, compiler, moduleResolution) => {
    const module = moduleResolution === 'bundler' ? 'esnext' : 'nodenext';
    const checked = { strict: true, noEmit: true, lib: ['es2022', 'dom'], types: [] };
    // Checks our declarations, but not those of the browser.
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'es2022',
      ...checked,
      skipDefaultLibCheck: true,
    };
    const config = path.join(project, 'tsconfig.json');
    await writeFile(path.join(project, 'types.mts'), code);
    await writeFile(config, JSON.stringify({ files: ['types.mts'], compilerOptions }));

    const { stdout } = await run(path.join(root, compiler), ['-p', config]).catch((error) => error);
    expect(stdout).toBe('');
  });
});

test('READMEs and guides install packages in the same way', () => {
  const withoutRemarks = (script = '') => script.replaceAll(/ +#.*/g, '');
  const [, ofSdk] = snippets(guide, 'sh', section);
  const [released, packed] = snippets('packages/sdk/README.md', 'sh');
  const [ofClient] = snippets(guide, 'sh', 'tRPC client');
  expect(withoutRemarks(packed)).toBe(withoutRemarks(ofSdk));
  expect(withoutRemarks(ofClient)).toBe(withoutRemarks(ofSdk).replaceAll('sdk', 'client'));
  expect(snippets('packages/client/README.md', 'sh')[0]).toBe(released?.replace('sdk', 'client'));
});

test('npm pack of the SDK refuses an unusable package and names the command that packs it', async () => {
  const cwd = path.join(root, 'packages/sdk');
  const args = ['pack', '--pack-destination', project];
  const failed = await run('npm', args, { cwd, env: terminal() }).catch((error) => error);
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('npm run pack -- FOLDER') });
});
