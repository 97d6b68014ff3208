// Builds an app with turbo and publishes the result: node scripts/build.mjs gateway|dashboard
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { root, scriptEnvironment, turboBinary, withoutSecrets } from './dependencies.mjs';
import { withLock } from './lock.mjs';
import { runLogged } from './run-to-end.mjs';

const KEPT = 3; // processes may still use older builds

/**
 * Points `apps/<app>/.builds/current` to a build of the current sources and returns its folder. Each build is copied to a folder
 * named by turbo's hash, because turbo rewrites `dist` while running processes still load files.
 */
export async function build(app) {
  const builds = path.join(root, 'apps', app, '.builds');
  let folder = path.join(builds, await hashOfTask(app));
  if (!existsSync(folder)) {
    await withLock(
      path.join(root, '.cache', `build-${app}.lock`),
      () => process.stderr.write(`Waiting for another process that is building the ${app}…\n`),
      async () => {
        if (!existsSync(folder)) folder = await publish(app, folder);
      },
    );
  }
  pointTo(folder);
  return folder;
}

async function publish(app, folder) {
  const log = path.join(root, '.cache', `build-${app}.log`);
  const command = [...turboBuild(app), '--output-logs=errors-only', '--log-prefix=none'];
  await runLogged(`Building the ${app}`, log, command, options());
  // A source may have changed during the build.
  const present = path.join(path.dirname(folder), await hashOfTask(app));
  if (present !== folder) return existsSync(present) ? present : publish(app, present);
  const fresh = path.join(folder, '../fresh');
  rmSync(fresh, { recursive: true, force: true });
  cpSync(path.join(root, 'apps', app, 'dist'), fresh, { recursive: true });
  renameSync(fresh, folder);
  forgetOld(path.dirname(folder));
  return folder;
}

function pointTo(folder) {
  const current = path.join(path.dirname(folder), 'current');
  if (existsSync(current) && realpathSync(current) === realpathSync(folder)) return;
  utimesSync(folder, new Date(), new Date());
  const link = `${current}-${process.pid}`;
  rmSync(link, { force: true });
  symlinkSync(path.basename(folder), link);
  renameSync(link, current);
}

async function hashOfTask(app) {
  const [command, ...args] = [...turboBuild(app), '--dry=json'];
  const { stdout } = await promisify(execFile)(command, args, { ...options(), maxBuffer: 64 * 1024 ** 2 });
  return JSON.parse(stdout).tasks.find(({ taskId }) => taskId === `@outturn/${app}#build`).hash;
}

function turboBuild(app) {
  return [turboBinary(), 'run', 'build', `--filter=@outturn/${app}`];
}

function options() {
  const { NODE_OPTIONS: _, ...env } = withoutSecrets(scriptEnvironment());
  return { cwd: root, env };
}

function forgetOld(builds) {
  const folders = readdirSync(builds, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => path.join(builds, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const folder of folders.slice(KEPT)) rmSync(folder, { recursive: true, force: true });
}

// Older versions of Node.js lack `main`, but they only import this file.
if (import.meta.main) {
  try {
    await build(process.argv[2]);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = error.exitCode ?? 1;
  }
}
