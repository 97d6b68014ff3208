import { execFile } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { installInto, tarballOf } from '../support/installed.ts';
import { terminal } from '../support/machine.ts';
import { exercise, exercised } from './exercise.ts';

const run = promisify(execFile);
const types = path.join(import.meta.dirname, 'types.fixture.ts');

/** A user's project with the SDK, the typed client and Jest. `others` are further packages for its package manager. */
export async function clientProject(
  folder: string,
  manager: 'npm' | 'pnpm',
  others: readonly string[] = [],
): Promise<void> {
  const tarballs = [await tarballOf('@outturn/sdk'), await tarballOf('@outturn/client')];
  const packages = [...tarballs, 'jest@30.5.2', ...others];
  await installInto(folder, packages, manager);
  const load = (how: (name: string) => string) =>
    `const settings = { url: process.env.OUTTURN_URL, apiKey: process.env.OUTTURN_API_KEY };
${how('sdk')}\n${how('client')}\n${exercise}\n`;
  const imported = load((name) => `import * as ${name} from '@outturn/${name}';`);
  const required = load((name) => `const ${name} = require('@outturn/${name}');`);
  const show = 'exercise(sdk, client, settings).then((seen) => console.log(JSON.stringify(seen)));\n';
  const expected = JSON.stringify(exercised);
  const jest = `test('clients', async () => {
  expect(await exercise(sdk, client, settings)).toEqual(${expected});
});\n`;
  await Promise.all([
    writeFile(path.join(folder, 'main.mjs'), imported + show),
    writeFile(path.join(folder, 'main.cjs'), required + show),
    writeFile(path.join(folder, 'clients.test.js'), required + jest),
    copyFile(types, path.join(folder, 'main.mts')),
    copyFile(types, path.join(folder, 'main.cts')),
  ]);
}

export const programs = ['ES module', 'CommonJS', 'Jest'] as const;

/** Runs a program of the project to its end and returns what it saw. Throws with its output if it fails. */
export async function runProgram(
  folder: string,
  program: (typeof programs)[number],
  options: { node: string; url: string; apiKey: string },
): Promise<unknown> {
  const { node, url, apiKey } = options;
  const file = { 'ES module': 'main.mjs', CommonJS: 'main.cjs', Jest: 'node_modules/jest/bin/jest.js' }[
    program
  ];
  const env = { ...terminal(), OUTTURN_URL: url, OUTTURN_API_KEY: apiKey };
  const { stdout } = await run(node, [file], { cwd: folder, env });
  // Jest compares by itself.
  return program === 'Jest' ? exercised : JSON.parse(stdout);
}

/** Compiles the program of types.fixture.ts in the project and returns what the compiler found. */
export async function compile(
  folder: string,
  options: { tsc: string; moduleResolution: 'nodenext' | 'bundler'; skipLibCheck?: boolean },
): Promise<string> {
  const { tsc, moduleResolution, skipLibCheck = false } = options;
  const compilerOptions = {
    ...{ strict: true, noEmit: true, target: 'es2022', types: [], skipLibCheck },
    // tRPC's declarations name disposables.
    lib: ['es2022', 'dom', 'esnext.disposable'],
    skipDefaultLibCheck: true,
    ...{ moduleResolution, module: moduleResolution === 'bundler' ? 'esnext' : 'nodenext' },
  };
  const files = moduleResolution === 'bundler' ? ['main.mts'] : ['main.mts', 'main.cts'];
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const { stdout } = await run(process.execPath, [tsc, '-p', folder]).catch((error) => error);
  return stdout;
}

/** The version of a package that the project's package manager chose. */
export async function versionOf(folder: string, name: string): Promise<string> {
  return JSON.parse(await readFile(path.join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;
}
