import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const gateway = useGateway();
/** A folder of somebody who has installed the SDK. */
let home: string;
let installed: string;

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'outturn-sdk-'));
  installed = path.join(home, 'node_modules/@outturn/sdk');
  await mkdir(installed, { recursive: true });
  await run(process.execPath, [
    path.join(root, 'packages/sdk/scripts/build.ts'),
    path.join(installed, 'dist'),
  ]);
  const manifest = JSON.parse(await readFile(path.join(root, 'packages/sdk/package.json'), 'utf8'));
  // As pnpm publishes it.
  const published = { ...manifest, ...manifest.publishConfig };
  await writeFile(path.join(installed, 'package.json'), JSON.stringify(published));
});
afterAll(() => rm(home, { recursive: true, force: true }));

describe('the bundle', () => {
  test('is less than 10 KB, zipped', async () => {
    const code = await readFile(path.join(installed, 'dist/index.js'));
    expect(gzipSync(code).length).toBeLessThan(10_000);
  });

  test('holds nothing but the SDK and what it calls again with, and imports nothing', async () => {
    const dist = path.join(installed, 'dist');
    const map = JSON.parse(await readFile(path.join(dist, 'index.js.map'), 'utf8'));
    const bundled: string[] = map.sources.map((source: string) =>
      path.relative(root, path.resolve(dist, source)),
    );
    const code = await readFile(path.join(dist, 'index.js'), 'utf8');

    const origins = new Set(bundled.map((source) => /^packages\/[^/]+\/src\//.exec(source)?.[0] ?? source));
    expect([...origins].sort()).toEqual(['packages/retry/src/', 'packages/sdk/src/']);
    expect(code).not.toMatch(/\bimport\b|\brequire\(|node:/);
  });

  test('runs in a page, without anything of Node.js', async () => {
    const { token } = await mintKey();
    const bundle = path.join(installed, 'dist/index.js');
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
      // Sent because the page was hidden, so that it would have outlived the page.
      keptAlive: ['/v1/goals/batch', '/v1/events/batch'],
    });
  });
});

describe('the types', () => {
  const code = `import { Outturn, type Revenue } from '@outturn/sdk';
    const outturn = new Outturn({ apiKey: 'ot_live_x', baseUrl: 'http://localhost:3000' });
    export const record = (): Promise<Revenue> => outturn.revenues.record({ amount: '1', recordedAt: new Date() });
    // @ts-expect-error money is a string
    outturn.revenues.record({ amount: 1, recordedAt: new Date() });`;

  test.each([
    ['TypeScript 5', 'packages/sdk/node_modules/.bin/tsc'],
    ['TypeScript 7', 'node_modules/.bin/tsc'],
  ])('are understood by %s with a bundler, without those of Node.js', async (_, compiler) => {
    const resolution = { module: 'esnext', moduleResolution: 'bundler', target: 'es2022' };
    // Ours are checked, and not those of the browser.
    const compilerOptions = { ...resolution, strict: true, noEmit: true, skipDefaultLibCheck: true };
    const lib = ['es2022', 'dom'];
    const project = path.join(home, 'tsconfig.json');
    await writeFile(path.join(home, 'index.mts'), code);
    await writeFile(
      project,
      JSON.stringify({ files: ['index.mts'], compilerOptions: { ...compilerOptions, lib, types: [] } }),
    );

    const { stdout } = await run(path.join(root, compiler), ['-p', project]).catch((error) => error);
    expect(stdout).toBe('');
  });
});
