import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findPackageJSON } from 'node:module';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const root = path.resolve(findPackageJSON(import.meta.url) ?? '', '../../..');

/** What is served of the dashboard. */
export type DashboardFiles = {
  /** Where the built files are, or will be. */
  folder: string;
  isBuilding(): boolean;
};

/** Leads to the newest build, which replaces the one before at once. */
export const dashboardFolder = path.join(root, 'apps/dashboard/.builds/current');

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
  const stopping = new AbortController();
  return {
    folder: dashboardFolder,
    isBuilding: () => isBuilding,
    async start() {
      isBuilding = true;
      const failure = await buildDashboard(stopping.signal).catch((error: Error) => error.message);
      isBuilding = false;
      if (failure && !stopping.signal.aborted) onFailure(failure);
    },
    stop: () => stopping.abort(),
  };
}

/** Resolves to why it failed, if it did. */
async function buildDashboard(signal: AbortSignal): Promise<string | undefined> {
  const args = [path.join(root, 'scripts/build.mjs'), 'dashboard'];
  // The script keeps secrets from the programs that it runs.
  const child = spawn(process.execPath, args, { signal, stdio: ['ignore', 'ignore', 'pipe'] });
  // The server's requests come first.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return code === 0 ? undefined : errors.slice(0, 2_000) || `the build ended with ${code}`;
}
