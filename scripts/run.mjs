// Installs, builds and runs: node scripts/run.mjs outturn|turbo|<script> [arguments…]
// Plain JavaScript without packages, because it runs on the machine's Node.js 20+ before anything is installed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chooseNode } from './choose-node.mjs';
import { withLock } from './lock.mjs';
import { runStep, runToEnd } from './processes.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const inRoot = (...parts) => path.join(root, ...parts);
const readJson = (...parts) => JSON.parse(readFileSync(inRoot(...parts), 'utf8'));
const say = (line) => process.stderr.write(`${line}\n`);

const { packageManager } = readJson('package.json');
/** Kept beside the packages, because turbo runs their scripts with it. */
const pnpmFolder = inRoot('node_modules', `.${packageManager}`);
/** The program itself, because the command that npm links is a script unless npm runs install scripts. */
const pnpm = path.join(pnpmFolder, `node_modules/@pnpm/exe.${process.platform}-${process.arch}/pnpm`);
/** Names the lock file that was installed, and the folders with packages at the end of the installation. */
const marker = inRoot('node_modules/.installed');

let chosenNode;

const [script, ...args] = process.argv.slice(2);
try {
  if (!script) throw new Error('Usage: node scripts/run.mjs outturn|turbo|<script> [arguments…]');
  const serves = (script === 'outturn' && args[0] === 'serve') || script === 'scripts/dev.ts';
  const asksForHelp = args.some((arg) => arg === '--help' || arg === '-h');
  if (serves && !asksForHelp) await requireFreePort();
  const wait = () => say('Waiting for another process that is installing or building…');
  await withLock(inRoot('.cache/preparation.lock'), wait, async () => {
    if (!isInstalled()) await install();
    if (script === 'outturn') await build();
  });
  process.exitCode = await run();
} catch (error) {
  const isReadOnly = ['EACCES', 'EPERM', 'EROFS'].includes(error.code) && error.path?.startsWith(root);
  const remedy = 'Start it as the owner of the folder, or clone it into a folder of your own.';
  say(isReadOnly ? `This user cannot write to ${root} (${error.message}). ${remedy}` : error.message);
  process.exitCode = error.exitCode ?? 1;
}

function isInstalled() {
  if (!existsSync(marker) || !existsSync(pnpm)) return false;
  const [lockfile, ...folders] = readFileSync(marker, 'utf8').split('\n');
  return lockfile === hashOfLockfile() && folders.every((folder) => existsSync(inRoot(folder)));
}

function hashOfLockfile() {
  return createHash('sha256')
    .update(readFileSync(inRoot('pnpm-lock.yaml')))
    .digest('hex');
}

async function install() {
  say('Installing the packages of this version. The first time takes up to a minute…');
  const hash = hashOfLockfile();
  rmSync(marker, { force: true });
  // NODE_ENV=production would leave out what builds need, and `npm run --silent` the reasons of failures.
  const { NODE_ENV: _, npm_config_loglevel: __, ...env } = process.env;
  const options = { cwd: root, env, output: 'show' };
  if (!existsSync(pnpm)) {
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
    // Renamed when it is complete: what an interrupted npm has left would look like the program.
    const unfinished = `${pnpmFolder}.unfinished`;
    for (const folder of [pnpmFolder, unfinished]) rmSync(folder, { recursive: true, force: true });
    const get = ['npm', 'install', '--prefix', unfinished, '--ignore-scripts', ...quiet, packageManager];
    await runStep('Installing pnpm', get, { ...options, output: 'keep' });
    renameSync(unfinished, pnpmFolder);
  }
  // pnpm believes its own note about the installation, although folders may have been removed since.
  rmSync(inRoot('node_modules/.pnpm-workspace-state-v1.json'), { force: true });
  await runStep('Installing the packages', [pnpm, 'install', '--frozen-lockfile'], options);
  writeFileSync(marker, [hash, ...foldersWithPackages()].join('\n'));
}

function foldersWithPackages() {
  const workspace = ['apps', 'packages'].flatMap((parent) =>
    readdirSync(inRoot(parent)).map((name) => `${parent}/${name}`),
  );
  const folders = [...workspace, 'scripts', 'test'].map((folder) => `${folder}/node_modules`);
  return ['node_modules/.pnpm', ...folders].filter((folder) => existsSync(inRoot(folder)));
}

/** turbo restores what it has built before in 0.1 s. */
async function build() {
  const late = setTimeout(() => say('Building the gateway and the dashboard…'), 500);
  const filters = ['--filter=@outturn/gateway', '--filter=@outturn/dashboard'];
  const command = [turbo(), 'run', 'build', ...filters, '--output-logs=errors-only', '--log-prefix=none'];
  await runStep('The build', command, { cwd: root, env: environment(), output: 'keep' });
  clearTimeout(late);
}

function run() {
  if (script === 'turbo') return runToEnd(turbo(), args, { env: environment() });
  if (script === 'outturn') {
    // See docs/decisions/017-heap-and-malloc-settings.md. The user's environment takes precedence.
    const { nodeFlags, nodeEnvironment } = readJson('apps/gateway/package.json').config;
    const program = [...nodeFlags, inRoot('apps/gateway/dist/main.js')];
    return runToEnd(node(), [...program, ...args], { env: { ...nodeEnvironment, ...environment() } });
  }
  return runToEnd(node(), [path.resolve(root, script), ...args], { env: environment() });
}

/** The Node.js that the npm package `outturn` brings. */
function node() {
  chosenNode ??= chooseNode(inRoot('apps/outturn/package.json'));
  return chosenNode;
}

/** The program itself: turbo's own launcher, a Node.js script, does not forward signals. */
function turbo() {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@turbo/${system}-${process.arch.replace('x64', '64')}`;
  const { resolve } = createRequire(createRequire(inRoot('package.json')).resolve('turbo/package.json'));
  return resolve(`${name}/bin/turbo${system === 'windows' ? '.exe' : ''}`);
}

function environment() {
  const folders = [path.dirname(node()), inRoot('node_modules/.bin'), path.dirname(pnpm), process.env.PATH];
  return {
    // The compile cache halves the time of later starts.
    NODE_COMPILE_CACHE: inRoot('.cache/compiled'),
    ...process.env,
    PATH: folders.join(path.delimiter),
    TURBO_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
  };
}

/** Tells of a busy port before a minute of installing. The gateway itself tells of every other fault of its settings. */
async function requireFreePort() {
  const port = Number(process.env.PORT || 3000);
  if (!(await isBusy(port))) return;
  let free = port + 1;
  while (await isBusy(free)) free += 1;
  const command = process.env.npm_lifecycle_event === 'dev' ? 'npm run dev' : 'npm start';
  const remedy =
    free > 65_535 ? 'Set PORT to another one.' : `Choose another one, for example: PORT=${free} ${command}`;
  throw new Error(`Port ${port} is in use. ${remedy}`);
}

function isBusy(port) {
  const host = process.env.HOST || '127.0.0.1';
  return new Promise((resolve) => {
    const server = createServer().once('error', ({ code }) => resolve(code === 'EADDRINUSE'));
    server.listen({ port, host }, () => server.close(() => resolve(false)));
  }).catch(() => false);
}
