import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { installInto, installNode } from '../support/installed.ts';
import { figure, report } from '../support/load/figures.ts';
import { clientProject, compile, programs, runProgram, versionOf } from './client-project.ts';
import { exercised } from './exercise.ts';

const gateway = useGateway();
const minutes = 60_000;
// A sample has the first of each.
const projects = [
  { name: 'pnpm', manager: 'pnpm', trpc: 'latest' },
  { name: 'npm', manager: 'npm', trpc: 'latest' },
  { name: 'npm with tRPC 11.0.0', manager: 'npm', trpc: '11.0.0' },
] as const;
const nodes = [process.versions.node, '22.23.3', '20.0.0'];
const compilers = ['5.6.3', '5.7.3', '5.8.3', '5.9.3', '6.0.3', '7.0.2'];

let home: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'outturn-clients-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

describe.each(projects.slice(0, figure(1, projects.length)))(
  'installed by $name',
  ({ name, manager, trpc }) => {
    const folder = () => path.join(home, name);
    beforeAll(async () => {
      await clientProject(folder(), manager, [`@trpc/client@${trpc}`, `@trpc/server@${trpc}`]);
      report(`${name}: tRPC ${await versionOf(folder(), '@trpc/client')}`);
    }, 10 * minutes);

    const cells = nodes
      .slice(0, figure(1, nodes.length))
      .flatMap((version) => programs.map((program) => ({ version, program })));
    test.each(cells)(
      'the clients work on Node.js $version as $program',
      { timeout: 5 * minutes },
      async (cell) => {
        const node =
          cell.version === process.versions.node ? process.execPath : await installNode(cell.version);
        const { token: apiKey } = await mintKey();
        expect(await runProgram(folder(), cell.program, { node, url: gateway.url, apiKey })).toEqual(
          exercised,
        );
      },
    );

    test.each(compilers.slice(0, figure(1, compilers.length)))(
      'the types are exact for TypeScript %s',
      { timeout: 5 * minutes },
      async (version) => {
        const tsc = await installCompiler(version);
        // tRPC's own declarations need TypeScript 5.7.
        const skipLibCheck = version.startsWith('5.6.');
        for (const moduleResolution of ['nodenext', 'bundler'] as const) {
          expect(await compile(folder(), { tsc, moduleResolution, skipLibCheck })).toBe('');
        }
      },
    );
  },
);

const installed = new Map<string, Promise<void>>();

/** Beside the projects, because tRPC refuses to be installed with TypeScript below 5.7.2. */
async function installCompiler(version: string): Promise<string> {
  const folder = path.join(home, `typescript-${version}`);
  const installing = installed.get(version) ?? installInto(folder, [`typescript@${version}`]);
  installed.set(version, installing);
  await installing;
  return path.join(folder, 'node_modules/typescript/bin/tsc');
}
