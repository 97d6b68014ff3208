import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { installNode } from '../support/installed.ts';
import { clientProject, compile, programs, runProgram } from './client-project.ts';
import { exercised } from './exercise.ts';

// One cell of the matrix in clients.fire.ts.
const root = path.resolve(import.meta.dirname, '../..');
const gateway = useGateway();
let home: string;
let node: string;
const project = () => path.join(home, 'project');

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'outturn clients '));
  await clientProject(project(), 'npm');
  node = await installNode('20.0.0');
}, 240_000);
afterAll(() => rm(home, { recursive: true, force: true }));

test.for(programs)(
  'SDK and typed client work in a program of Node.js 20.0 as %s',
  { timeout: 180_000 },
  async (program) => {
    const { token: apiKey } = await mintKey();
    expect(await runProgram(project(), program, { node, url: gateway.url, apiKey })).toEqual(exercised);
  },
);

test.for([
  ['TypeScript 5', 'packages/sdk/node_modules/typescript/bin/tsc', 'nodenext'],
  ['TypeScript 7', 'node_modules/typescript/bin/tsc', 'bundler'],
] as const)('their types are exact for %s', { timeout: 180_000 }, async ([, compiler, moduleResolution]) => {
  const tsc = path.join(root, compiler);
  expect(await compile(project(), { tsc, moduleResolution })).toBe('');
});
