import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withLock } from './lock.mjs';
import { runLogged } from './run-to-end.mjs';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const inRoot = (...parts) => path.join(root, ...parts);

const { packageManager } = readJson(root, 'package.json');
/** Holds the pinned pnpm alone: turbo finds it here, on machines that have only Node.js and npm. */
const pnpmFolder = inRoot('node_modules', `.${packageManager}`);
const pnpm = path.join(pnpmFolder, 'pnpm');

/**
 * Sets of packages, as arguments of `pnpm install`. `start` has what the gateway and the dashboard need to be built and
 * run, so these are `dependencies` and what only checks and tests need are `devDependencies`. `all` includes `start`.
 */
const sets = {
  start: ['--prod', '--filter=@outturn/gateway...', '--filter=@outturn/dashboard...'],
  all: [],
};

/** Holds the installed set and the hash of the lockfile that it was installed from. */
const marker = inRoot('node_modules', '.installed');

/** Makes node_modules match the lockfile. Says so on standard error only; standard output belongs to the script. */
export async function ensureInstalled(set) {
  if (isInstalled(set)) return;
  await withLock(
    inRoot('.cache', 'install.lock'),
    () => say('Waiting for another process that is installing the dependencies…'),
    async () => {
      if (!isInstalled(set)) await install(set);
    },
  );
}

/** The Node.js binary of the `node` package itself, so that no shell wrapper stands between it and signals. */
export function projectNode() {
  const { bin, version } = readJson(root, 'node_modules', 'node', 'package.json');
  const binary = inRoot('node_modules', 'node', bin.node);
  if (existsSync(binary)) return realpathSync(binary);
  throw new Error(
    `Node.js ${version} is missing: the package "node" fetches node-${process.platform}-${process.arch}@${version} ` +
      'from the npm registry while it is installed.\nDelete node_modules and start again with the registry in reach.',
  );
}

const secrets =
  /^(SESSION_SECRET|METRICS_TOKEN|OUTTURN_API_KEY|REDIS_URL|PGPASSWORD|PGPASSFILE|DATABASE_((DIRECT_)?URL|REPLICA_URLS)|OTEL_EXPORTER_OTLP_(\w+_)?HEADERS)$/;

/** The environment of programs other than the gateway (pnpm, turbo, Vite), which need none of its secrets. */
export function withoutSecrets(environment) {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !secrets.test(name)));
}

/** The environment of scripts, which find Node.js, turbo and pnpm on its path. */
export function scriptEnvironment() {
  return {
    ...process.env,
    PATH: [inRoot('node_modules', '.bin'), pnpmFolder, process.env.PATH].join(path.delimiter),
    TURBO_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
  };
}

/** turbo's own binary: its launcher, a script for Node.js, would make each start 60 ms slower. */
export function turboBinary() {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@turbo/${system}-${process.arch.replace('x64', '64')}`;
  const { resolve } = createRequire(realpathSync(inRoot('node_modules', 'turbo', 'package.json')));
  return resolve(`${name}/bin/turbo${system === 'windows' ? '.exe' : ''}`);
}

function isInstalled(set) {
  if (!existsSync(marker) || !existsSync(pnpm)) return false;
  const installed = readFileSync(marker, 'utf8');
  return ['all', set].some((name) => installed === contentOfMarker(name));
}

function contentOfMarker(set) {
  const lockfile = readFileSync(inRoot('pnpm-lock.yaml'));
  return `${set} ${createHash('sha256').update(lockfile).digest('hex')}`;
}

async function install(set) {
  say('Installing the dependencies, once for this version (a minute or so)…');
  const installed = contentOfMarker(set);
  rmSync(marker, { force: true });
  if (!existsSync(pnpm)) await keepPnpm();
  const command = [pnpm, 'install', '--frozen-lockfile', ...sets[set]];
  await runLogged('Installing the dependencies', inRoot('.cache', 'install.log'), command, {
    cwd: root,
    env: installEnvironment(),
  });
  writeFileSync(marker, installed);
}

/** npx fetches pnpm. Its binary is kept here, so that npx is needed only for the first install. */
async function keepPnpm() {
  const args = ['--yes', `--package=${packageManager}`, '--call', 'command -v pnpm'];
  // pnpm's install script puts the binary for this machine into place.
  const env = { ...installEnvironment(), npm_config_ignore_scripts: 'false' };
  const { stdout } = await promisify(execFile)('npx', args, { cwd: root, env });
  const binary = realpathSync(stdout.trim());
  const fresh = `${pnpm}.fresh`;
  mkdirSync(pnpmFolder, { recursive: true });
  rmSync(fresh, { force: true });
  try {
    linkSync(binary, fresh);
  } catch {
    // On another file system.
    copyFileSync(binary, fresh);
  }
  renameSync(fresh, pnpm);
}

/** CI: no questions. NODE_ENV=production would leave out Node.js itself, `npm run --silent` the reasons of a failure. */
function installEnvironment() {
  const { NODE_ENV, npm_config_loglevel, ...env } = withoutSecrets(process.env);
  return { ...env, CI: 'true' };
}

function readJson(...parts) {
  return JSON.parse(readFileSync(path.join(...parts), 'utf8'));
}

function say(line) {
  process.stderr.write(`${line}\n`);
}
