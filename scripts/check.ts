// Every static check, side by side: turbo runs them, remembers what has not changed, and names what failed.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { packageManager } = JSON.parse(readFileSync('package.json', 'utf8'));

// Turbo starts each task through pnpm; npx puts the pinned pnpm on its path. A check changes nothing: without the
// setting, pnpm would install, and rewrite the lockfile, before a task.
const { status } = spawnSync('npx', ['--yes', packageManager, 'run', 'check:all', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, pnpm_config_verify_deps_before_run: 'false' },
  shell: process.platform === 'win32',
});
// Apart from the others, as it says when it could not check anything, which turbo would keep to itself.
const audit = spawnSync(process.execPath, ['scripts/check-audit.ts'], { stdio: 'inherit' });
process.exitCode = (status ?? 1) || (audit.status ?? 1);
