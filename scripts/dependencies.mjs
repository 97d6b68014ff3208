import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';
import { runToEnd } from './run-to-end.mjs';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const inRoot = (...parts) => path.join(root, ...parts);

/** Holds the hash of the lockfile that node_modules was installed from. */
const marker = inRoot('node_modules', '.installed-lockfile');

/** Makes node_modules match the lockfile. Says so on standard error only; standard output belongs to the script. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await withLock(
    inRoot('.cache', 'install.lock'),
    () => say('Waiting for another process that is installing the dependencies…'),
    async () => {
      if (!isInstalled()) await install();
    },
  );
}

/** The Node.js binary of the `node` package itself, so that no shell wrapper stands between it and signals. */
export function projectNode() {
  const { bin, version } = readJson('node_modules', 'node', 'package.json');
  const binary = inRoot('node_modules', 'node', bin.node);
  if (existsSync(binary)) return realpathSync(binary);
  throw new Error(
    `Node.js ${version} is missing: the package "node" fetches node-${process.platform}-${process.arch}@${version} ` +
      'from the npm registry while it is installed.\nDelete node_modules and start again with the registry in reach.',
  );
}

function isInstalled() {
  return existsSync(marker) && readFileSync(marker, 'utf8') === lockfileHash();
}

function lockfileHash() {
  return createHash('sha256')
    .update(readFileSync(inRoot('pnpm-lock.yaml')))
    .digest('hex');
}

async function install() {
  say('Installing the dependencies, once for this version (a minute or so)…');
  const hash = lockfileHash();
  const logFile = inRoot('.cache', 'install.log');
  const log = openSync(logFile, 'w');
  const exitCode = await runToEnd(
    'npx',
    ['--yes', readJson('package.json').packageManager, 'install', '--frozen-lockfile'],
    {
      cwd: root,
      env: installEnvironment(),
      stdio: ['ignore', log, log],
      shell: process.platform === 'win32',
    },
  );
  closeSync(log);
  if (exitCode !== 0) {
    const message =
      exitCode > 128
        ? 'Installing the dependencies was interrupted.'
        : `${readFileSync(logFile, 'utf8')}Installing the dependencies failed; the reason is above.`;
    throw Object.assign(new Error(message), { exitCode });
  }
  writeFileSync(marker, hash);
}

/** CI: no questions. NODE_ENV=production would leave out Node.js itself, `npm run --silent` the reasons of a failure. */
function installEnvironment() {
  const { NODE_ENV, npm_config_loglevel, ...env } = process.env;
  return { ...env, CI: 'true' };
}

function readJson(...parts) {
  return JSON.parse(readFileSync(inRoot(...parts), 'utf8'));
}

function say(line) {
  process.stderr.write(`${line}\n`);
}
