import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { compressFiles } from './compress-files.ts';
import { hashFiles } from './hash-files.ts';

const root = path.resolve(findPackageJSON(import.meta.url) ?? '', '../../..');
const source = path.join(root, 'apps/dashboard');

/** What is served of the dashboard. */
export type DashboardFiles = {
  /** Where the built files are, or will be. */
  folder: string;
  isBuilding(): boolean;
};

export const dashboardFolder = path.join(source, 'dist');

export type DashboardBuild = DashboardFiles & {
  /** Builds in the background, when the files are missing or older than their sources. */
  start(): Promise<void>;
  /** Ends a build that is under way; the next start begins anew. */
  stop(): void;
};

type BuildOptions = { onFailure: (message: string) => void };

/** The dashboard's files, and how they come to be on a machine that has only its sources. */
export function dashboardBuild({ onFailure }: BuildOptions): DashboardBuild {
  let isBuilding = false;
  let vite: ChildProcess | undefined;
  const fresh = path.join(root, '.cache', `dashboard-${process.pid}`);
  return {
    folder: dashboardFolder,
    isBuilding: () => isBuilding,
    async start() {
      isBuilding = true;
      try {
        const hash = await hashFiles(source, [path.join(root, 'pnpm-lock.yaml')]);
        if (hash === (await builtFrom(dashboardFolder))) return;
        // In a folder of its own: what is served stays whole until the new one is, also when two gateways build.
        vite = runVite(fresh);
        await finished(vite);
        await compressFiles(path.join(fresh, 'assets'));
        await writeFile(path.join(fresh, MARKER), hash);
        await replaceFolder(dashboardFolder, fresh);
      } catch (error) {
        if (!vite?.killed) onFailure(error instanceof Error ? error.message : String(error));
      } finally {
        isBuilding = false;
        await rm(fresh, { recursive: true, force: true });
      }
    },
    stop: () => void vite?.kill(),
  };
}

/** In the built folder: the hash of what it was built from. */
const MARKER = '.built-from';

function builtFrom(folder: string): Promise<string | undefined> {
  return readFile(path.join(folder, MARKER), 'utf8').catch(() => undefined);
}

function runVite(outDir: string): ChildProcess {
  const vite = path.join(source, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--outDir', outDir, '--logLevel', 'error'];
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: source,
    env: { ...env, NODE_ENV: 'production', NO_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // Whoever calls the server meanwhile comes first.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  return child;
}

function finished(child: ChildProcess): Promise<void> {
  let output = '';
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(output.slice(0, 2_000) || `vite ended with ${code}`)),
    );
  });
}

async function replaceFolder(folder: string, fresh: string): Promise<void> {
  const old = `${fresh}-old`;
  if (existsSync(folder)) await rename(folder, old);
  await rename(fresh, folder);
  await rm(old, { recursive: true, force: true });
}
