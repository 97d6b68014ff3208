import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { projectNode, root } from './dependencies.mjs';

const gateway = path.join(root, 'apps/gateway');
const dist = path.join(gateway, 'dist');

/** What runs. It leads to the bundle of the newest sources, in a folder of its own. */
export const program = path.join(dist, 'main.js');

/** How Node.js is to run it, and with what environment where the user says nothing else: see `apps/gateway/src/heap.ts`. */
export const { nodeFlags, nodeEnvironment } = JSON.parse(
  readFileSync(path.join(gateway, 'package.json'), 'utf8'),
).config;

/** Bundles that something may still run are kept, as many as this. */
const KEPT = 3;

/** Makes the gateway's bundle match its sources: a matter of a second, and of nothing where it does. */
export function ensureBundled() {
  const version = versionOfSources();
  const lead = `import './${version}/main.js';\n`;
  const folder = path.join(dist, version);
  if (read(program) === lead && existsSync(folder)) return;
  // Aside first, so that whoever starts meanwhile has a whole one, and two may build at the same time.
  const fresh = path.join(dist, `.${version}-${process.pid}`);
  bundle(fresh);
  try {
    renameSync(fresh, folder);
  } catch (error) {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST' && error.code !== 'EPERM') throw error;
    rmSync(fresh, { recursive: true });
  }
  writeFileSync(`${fresh}.js`, lead);
  renameSync(`${fresh}.js`, program);
  forgetOld();
}

function bundle(folder) {
  mkdirSync(dist, { recursive: true });
  const rolldown = path.join(gateway, 'node_modules/rolldown/bin/cli.mjs');
  const args = [rolldown, '--config', 'rolldown.config.ts', '--dir', folder];
  const { NODE_OPTIONS: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(projectNode(), args, { cwd: gateway, env, encoding: 'utf8' });
  if (status === 0) return;
  rmSync(folder, { recursive: true, force: true });
  throw new Error(`${stdout}${stderr}The gateway could not be bundled; the reason is above.`);
}

/** A hash over all that goes into the bundle. */
function versionOfSources() {
  const hash = createHash('sha256');
  const folders = [
    path.join(gateway, 'src'),
    ...namesIn(path.join(root, 'packages')).map((name) => path.join(root, 'packages', name, 'src')),
  ];
  const files = folders.flatMap((folder) => filesIn(folder));
  const settings = [
    path.join(root, 'pnpm-lock.yaml'),
    path.join(gateway, 'package.json'),
    path.join(gateway, 'rolldown.config.ts'),
  ];
  for (const file of [...files, ...settings]) {
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(test|fixture|test-d)\.ts$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

function namesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

function forgetOld() {
  const folders = namesIn(dist)
    .filter((name) => !name.startsWith('.'))
    .map((name) => path.join(dist, name))
    .sort((a, b) => madeAt(b) - madeAt(a));
  for (const folder of folders.slice(KEPT)) rmSync(folder, { recursive: true, force: true });
}

function madeAt(folder) {
  return statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
