import { spawnSync } from 'node:child_process';
import { isAllowed } from './licence-expression.ts';

/** Licences that require attribution only. */
const permissive = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'PostgreSQL',
  'Unlicense',
];
/** Licences with conditions on distribution, only for tools that are not shipped. */
const forTools = ['MPL-2.0', 'PSF-2.0', 'Python-2.0'];

/** Part of Vite, a production dependency that builds the dashboard and is not shipped. */
const builder = /^lightningcss\b.*: MPL-2\.0$/;

type Licences = Record<string, { name: string; versions: string[] }[]>;

const faults = [
  ...refused(list('--prod'), permissive).filter((fault) => !builder.test(fault)),
  ...refused(list('--dev'), [...permissive, ...forTools]),
];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;

function list(part: '--prod' | '--dev'): Licences {
  const args = ['--recursive', 'licenses', 'list', part, '--json'];
  const { status, stdout, stderr } = spawnSync('pnpm', args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`pnpm licenses list failed:\n${stdout}${stderr}`);
  const found: Licences = JSON.parse(stdout);
  if (Object.keys(found).length === 0) throw new Error('pnpm licenses list found no packages at all');
  return found;
}

function refused(licences: Licences, names: readonly string[]): string[] {
  const allowed = new Set(names);
  return Object.entries(licences)
    .filter(([licence]) => !isAllowed(licence, allowed))
    .flatMap(([licence, packages]) =>
      packages.map(({ name, versions }) => `${name} ${versions.join(', ')}: ${licence}`),
    );
}
