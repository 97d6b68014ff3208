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
/** turbo finds the pinned pnpm here. */
const pnpmFolder = inRoot('node_modules', `.${packageManager}`);
const pnpm = path.join(pnpmFolder, 'pnpm');

/**
 * Arguments of `pnpm install`. `start` installs what building and running needs, so these packages are `dependencies`; packages
 * for checks and tests are `devDependencies`. `all` includes `start`.
 */
const sets = {
  start: ['--prod', '--filter=@outturn/gateway...', '--filter=@outturn/dashboard...'],
  all: [],
};

const marker = inRoot('node_modules', '.installed');

/** Messages go to standard error, because scripts use standard output. */
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

/** The binary itself, because a shell wrapper would not forward signals. */
export function projectNode() {
  const { bin, version } = readJson(root, 'node_modules', 'node', 'package.json');
  const binary = inRoot('node_modules', 'node', bin.node);
  if (existsSync(binary)) return realpathSync(binary);
  throw new Error(
    `Node.js ${version} is missing: the package "node" fetches node-${process.platform}-${process.arch}@${version} ` +
      'from the npm registry during installation.\nDelete node_modules and start again with access to the registry.',
  );
}

const secrets =
  /^(SESSION_SECRET|METRICS_TOKEN|OUTTURN_API_KEY|REDIS_URL|PGPASSWORD|PGPASSFILE|DATABASE_((DIRECT_)?URL|REPLICA_URLS)|OTEL_EXPORTER_OTLP_(\w+_)?HEADERS)$/;

/** For programs other than the gateway (pnpm, turbo, Vite), which do not need its secrets. */
export function withoutSecrets(environment) {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !secrets.test(name)));
}

export function scriptEnvironment() {
  return {
    ...process.env,
    PATH: [inRoot('node_modules', '.bin'), pnpmFolder, process.env.PATH].join(path.delimiter),
    TURBO_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
  };
}

/** turbo's launcher, a Node.js script, would add 60 ms per start. */
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
  say('Installing the dependencies of this version (about a minute)…');
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

/** Keeps the pnpm binary, so that only the first install needs npx. */
async function keepPnpm() {
  const args = ['--yes', `--package=${packageManager}`, '--call', 'command -v pnpm'];
  // pnpm's install script selects the binary. npm 12 runs only the scripts that are allowed by name.
  const env = {
    ...installEnvironment(),
    npm_config_ignore_scripts: 'false',
    npm_config_allow_scripts: 'pnpm',
  };
  const { stdout } = await promisify(execFile)('npx', args, { cwd: root, env });
  const binary = realpathSync(stdout.trim());
  const fresh = `${pnpm}.fresh`;
  mkdirSync(pnpmFolder, { recursive: true });
  rmSync(fresh, { force: true });
  try {
    linkSync(binary, fresh);
  } catch {
    copyFileSync(binary, fresh);
  }
  renameSync(fresh, pnpm);
}

/** NODE_ENV=production would omit Node.js itself, and `npm run --silent` the reasons of failures. */
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
