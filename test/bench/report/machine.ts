import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import path from 'node:path';
import type { BenchOptions } from '../options.ts';

const bench = path.resolve(import.meta.dirname, '..');
const root = path.resolve(bench, '../..');

/** The machine, in one line. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${availableParallelism()} cores (${model}), ${memory} GiB of memory, ${type()} ${release()}`;
}

/** The versions of the programs that ran. */
export function describeVersions(libraries: readonly string[]): string {
  return [`Node.js ${process.versions.node}`, ...libraries.map((name) => `${name} ${versionOf(name)}`)].join(
    ', ',
  );
}

/** PostgreSQL and its data directory, with the settings of the command line. */
export function describePostgres({ settings }: Pick<BenchOptions, 'settings'>): string {
  const all = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', ...settings };
  const list = Object.entries(all).map(([name, value]) => `\`${name} = ${value}\``);
  return `the embedded PostgreSQL with ${list.join(', ')}`;
}

/** The commit that was measured, and whether the working tree differs from it. */
export function describeCommit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  try {
    const isDirty = git('status', '--porcelain', '--untracked-files=no', 'apps', 'packages') !== '';
    return `${git('rev-parse', '--short', 'HEAD')}${isDirty ? ' with changes that are not committed' : ''}`;
  } catch {
    return 'unknown';
  }
}

/** From the package's own package.json, beside or above the file that it exports. */
function versionOf(name: string): string {
  let folder = path.dirname(createRequire(path.join(bench, 'main.ts')).resolve(name));
  for (; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    try {
      const found = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
      if (found.name === name) return found.version;
    } catch {
      // Not here, so the next folder above is tried.
    }
  }
  return 'unknown';
}
