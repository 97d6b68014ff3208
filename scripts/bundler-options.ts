import { globSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { LogLevel, LogOrStringHandler, Plugin, RolldownLog } from 'rolldown';

/**
 * `onLog` of every build: a warning fails it, because a bundle with a missing import only fails when a user runs it. A warning
 * that plugins take long says how busy the machine is, and nothing about the bundle.
 */
export function failOnWarning(level: LogLevel, log: RolldownLog, handle: LogOrStringHandler): void {
  if (log.code === 'PLUGIN_TIMINGS') return;
  if (level === 'warn') throw new Error(log.message);
  handle(level, log);
}

/** Files of one build are written within this time, in milliseconds. */
const LONGEST_BUILD = 60_000;

/**
 * Keeps the files of the last build beside those of the new one, and removes older ones. A running gateway loads some of its
 * chunks later, so its build must outlive the next one. Names of chunks have hashes; `entry` dates the last build.
 */
export function keepLastBuild(entry: string): Plugin {
  return {
    name: 'keep-last-build',
    generateBundle({ dir = '' }) {
      const last = statSync(path.join(dir, entry), { throwIfNoEntry: false })?.mtimeMs ?? 0;
      for (const file of globSync('**', { cwd: dir }).map((name) => path.join(dir, name))) {
        const stats = statSync(file);
        if (stats.isFile() && stats.mtimeMs < last - LONGEST_BUILD) rmSync(file);
      }
    },
  };
}
