import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { terminal } from '../support/machine.ts';
import { processesOf, type RunningProcess } from '../support/run/processes.ts';

const root = path.resolve(import.meta.dirname, '../..');

type Command = {
  /** Everything that it has printed so far. */
  output(): string;
  /** Signals npm alone, as a supervisor does, or its process group, as Ctrl-C does. */
  signal(signal: NodeJS.Signals, to: 'npm' | 'group'): void;
  /** Resolves to the exit code, or to the signal that has ended npm. */
  ended: Promise<number | NodeJS.Signals>;
};

/** A clone of the last commit in which nothing is installed. */
export type FreshClone = {
  path: string;
  /** Runs `npm` with these arguments as in a terminal of this folder. */
  npm(args: readonly string[], env?: NodeJS.ProcessEnv): Command;
  git(...args: string[]): Promise<string>;
  /** All processes that were started here and still run. */
  processes(): RunningProcess[];
  remove(): Promise<void>;
};

const author = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.com' };
const committer = { GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@example.com' };

/** Variables that a run of tests sets for its own processes and servers. */
const ofThisRun =
  /^(DATABASE_URL|TEST_DATABASE_URL|REDIS_URL|CI|VITEST.*|NODE_OPTIONS|NODE_ENV|FIRE_.*|OUTTURN_TEST_.*)$/;

export async function freshClone(): Promise<FreshClone> {
  const parent = await mkdtemp(path.join(tmpdir(), 'outturn-clone-'));
  const folder = path.join(parent, 'outturn');
  const run = promisify(execFile);
  await run('git', ['clone', '--quiet', root, folder]);
  const inherited = Object.entries(terminal()).filter(([name]) => !ofThisRun.test(name));
  // The folder in the environment tells which processes belong to the clone.
  const env = {
    ...Object.fromEntries(inherited),
    ...author,
    ...committer,
    DATA_DIR: path.join(parent, 'data'),
  };
  return {
    path: folder,
    npm(args, more = {}) {
      const child = spawn('npm', args, {
        cwd: folder,
        env: { ...env, ...more },
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
      return {
        output: () => output,
        signal: (signal, to) =>
          void process.kill(to === 'npm' ? Number(child.pid) : -Number(child.pid), signal),
        ended: once(child, 'exit').then(([code, signal]) => code ?? signal),
      };
    },
    git: async (...args) => (await run('git', args, { cwd: folder, env })).stdout,
    processes: () => processesOf(parent),
    remove: () => rm(parent, { recursive: true, force: true, maxRetries: 5 }),
  };
}
