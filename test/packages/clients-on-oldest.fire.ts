import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { installNode } from '../support/installed.ts';
import { terminal } from '../support/machine.ts';
import { snippets } from '../support/snippets.ts';
import { clientProject, compile, programs, runProgram } from './client-project.ts';
import { exercised } from './exercise.ts';

// One cell of the matrix in clients.fire.ts.
const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const gateway = useGateway();
let home: string;
let node: string;
const project = () => path.join(home, 'project');

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'outturn clients '));
  await clientProject(project(), 'npm');
  node = await installNode('20.0.0');
}, 480_000);
afterAll(() => rm(home, { recursive: true, force: true }));

test.for(programs)(
  'SDK and typed client work in a program of Node.js 20.0 as %s',
  { timeout: 180_000 },
  async (program) => {
    const { token: apiKey } = await mintKey();
    expect(await runProgram(project(), program, { node, url: gateway.url, apiKey })).toEqual(exercised);
  },
);

test("the typed client runs the guide's code in another project", { timeout: 180_000 }, async () => {
  const { token } = await mintKey();
  const code = snippets('docs/integrating.md', 'ts', 'tRPC client').join('\n');
  await writeFile(path.join(project(), 'guide.mjs'), code.replaceAll('http://localhost:3000', gateway.url));
  const env = { ...terminal(), OUTTURN_API_KEY: token };
  const { stdout, stderr } = await run(node, ['guide.mjs'], { cwd: project(), env });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^resolved \d{4}-.*Z\n404 Not Found /m);
});

test.for([
  ['TypeScript 5', 'packages/sdk/node_modules/typescript/bin/tsc', 'nodenext'],
  ['TypeScript 7', 'node_modules/typescript/bin/tsc', 'bundler'],
] as const)('their types are exact for %s', { timeout: 180_000 }, async ([, compiler, moduleResolution]) => {
  const tsc = path.join(root, compiler);
  expect(await compile(project(), { tsc, moduleResolution })).toBe('');
});
