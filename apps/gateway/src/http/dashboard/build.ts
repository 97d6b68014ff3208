import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { dashboardBuildScript, dashboardFolder } from '../static/package-files.ts';

export type DashboardFiles = {
  folder: string;
  isBuilding(): boolean;
};

export type DashboardBuild = DashboardFiles & {
  start(): Promise<void>;
  /** Resolves when the processes of the build have ended. */
  stop(): Promise<void>;
};

type BuildOptions = { onFailure: (message: string) => void };

export function dashboardBuild({ onFailure }: BuildOptions): DashboardBuild {
  let build: Build | undefined;
  let isStopped = false;
  return {
    folder: dashboardFolder,
    isBuilding: () => build !== undefined,
    async start() {
      if (isStopped || !dashboardBuildScript) return;
      build = startBuild(dashboardBuildScript);
      const failure = await build.failure;
      build = undefined;
      if (failure && !isStopped) onFailure(failure);
    },
    async stop() {
      isStopped = true;
      build?.child.kill();
      await build?.failure;
    },
  };
}

type Build = { child: ChildProcess; failure: Promise<string | undefined> };

function startBuild(script: string): Build {
  // The script hides secrets from its child processes and forwards signals to them.
  const child = spawn(process.execPath, [script, 'dashboard'], { stdio: ['ignore', 'ignore', 'pipe'] });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const end = Promise.all([text(child.stderr), once(child, 'exit')]);
  const failure = end.then(
    ([errors, [code]]) => (code === 0 ? undefined : errors.slice(0, 2_000) || `the build ended with ${code}`),
    (error: Error) => error.message,
  );
  return { child, failure };
}
