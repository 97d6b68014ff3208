import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { terminal } from '../support/machine.ts';
import { snippets } from '../support/snippets.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const guide = 'docs/integrating.md';
const section = 'tRPC client';
const gateway = useGateway();
/** A fresh copy of the repository, without installed dependencies. */
let copy: string;

beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'outturn-service-'));
  const isMade = (file: string) =>
    ['node_modules', '.git', '.data', '.cache', '.turbo', 'dist'].includes(path.basename(file));
  await cp(root, copy, { recursive: true, filter: (file) => !isMade(file) });
});
afterAll(() => rm(copy, { recursive: true, force: true }));

test('a service made as the guide says runs its code', { timeout: 180_000 }, async () => {
  const { token } = await mintKey();
  const service = path.join(copy, 'apps/my-service');
  await mkdir(service);
  await writeFile(path.join(service, 'package.json'), snippets(guide, 'json', section)[0] ?? '');
  const code = snippets(guide, 'ts', section).join('\n').replaceAll('http://localhost:3000', gateway.url);
  await writeFile(path.join(service, 'main.ts'), code);

  const commands = snippets(guide, 'sh', section).find((block) => block.includes('my-service')) ?? '';
  // Under CI pnpm would not update the lockfile.
  const env = { ...terminal(), CI: undefined, OUTTURN_API_KEY: token };
  const { stdout } = await run('sh', ['-eu', '-c', commands], { cwd: copy, env });
  expect(stdout).toMatch(/^resolved \d{4}-.*Z\n404 Not Found /m);
});

test('the guide names the version of pnpm in this repository', () => {
  expect(snippets(guide, 'sh', section).join('')).toContain(`npx --yes ${manifest.packageManager} install\n`);
});
