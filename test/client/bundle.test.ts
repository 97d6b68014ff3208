import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const gateway = useGateway();
let folder: string;
let bundle: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outturn-client-'));
  bundle = path.join(folder, 'index.js');
  await build({
    input: path.join(root, 'packages/client/src/index.ts'),
    // For a page, so that a module of Node.js fails to resolve.
    platform: 'browser',
    output: { file: bundle, format: 'esm', minify: true, keepNames: true, sourcemap: true },
    logLevel: 'silent',
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the bundle holds the client and its dependencies, and nothing of the server', async () => {
  const { sources } = JSON.parse(await readFile(`${bundle}.map`, 'utf8')) as { sources: string[] };
  const files = sources.map((source) => path.relative(root, path.resolve(folder, source)));
  const origins = new Set(files.map(originOf));

  expect([...origins].sort()).toEqual([
    '@trpc/client',
    '@trpc/server',
    'packages/client',
    'packages/money',
    'packages/transport',
  ]);
  // tRPC keeps the code that its client and server share in the package of the server.
  expect(files.filter((file) => /@trpc\/server\/.*(adapters|node-http|rpc-caller)/.test(file))).toEqual([]);
  const code = await readFile(bundle, 'utf8');
  expect(code).not.toMatch(/\bimport\b|\brequire\(|node:|select |mikro/i);
  expect(gzipSync(code).length).toBeLessThan(15_000);
});

/** The package that a file belongs to, or the file itself outside of packages. */
function originOf(file: string): string {
  const [, ours] = /^(packages\/(?:client|money|transport))\/src\//.exec(file) ?? [];
  return ours ?? /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? file;
}

test('the bundle works in a page, without anything of Node.js', async () => {
  const { token } = await mintKey();
  const fixture = path.join(import.meta.dirname, 'page.fixture.ts');
  const args = ['--experimental-vm-modules', fixture, bundle, gateway.url, token];

  const { stdout } = await run(process.execPath, args);
  expect(JSON.parse(stdout)).toEqual({
    key: 'page',
    isRefused: true,
    agents: ['page'],
    kinds: ['position', 'goals'],
  });
});
