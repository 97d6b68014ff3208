import type { ClusterPaths } from './cluster-paths.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { type Command, runCommand } from './run-command.ts';
import { describeUnreachable, type UserIds, unprivilegedIds } from './unprivileged-user.ts';

/** As whom PostgreSQL's programs run. */
export type ServerAccount = {
  /** Set when it is not the user of this process; the cluster's files must belong to it. */
  ids?: UserIds;
  command(file: string, args: string[]): Command;
};

/**
 * This user; for root, whom PostgreSQL refuses, the owner of the cluster or else `nobody`.
 * Throws when root has no way to run the programs as that user.
 */
export async function chooseServerAccount(
  binaries: PostgresBinaries,
  paths: ClusterPaths,
): Promise<ServerAccount> {
  const plain = (file: string, args: string[]): Command => ({
    file,
    args,
    cwd: paths.dataDir,
    env: serverEnvironment(),
  });
  if (process.getuid?.() !== 0) return { command: plain };

  const ids = await unprivilegedIds(paths);
  // The capability lets the server through folders that only root may enter, such as /root.
  const withCapability: ServerAccount = {
    ids,
    command: (file, args) => plain('setpriv', [...setprivOptions(ids), '--', file, ...args]),
  };
  const probe = await runCommand(withCapability.command(binaries.postgres, ['--version'])).catch(
    (error: Error) => ({ code: null, output: error.message }),
  );
  if (probe.code === 0) return withCapability;

  const obstacle = await describeUnreachable([binaries.postgres, paths.dataDir], ids);
  if (!obstacle) return { ids, command: (file, args) => ({ ...plain(file, args), ...ids }) };
  throw new Error(
    `PostgreSQL refuses to run as root, and user ${ids.uid} cannot run it: ${obstacle}; ` +
      `with setpriv: ${probe.output.trim()}. Install setpriv (package util-linux), open those folders to ` +
      'other users (chmod o+x), start as another user, or set DATABASE_URL to a server of your own.',
  );
}

function setprivOptions({ uid, gid }: UserIds): string[] {
  const capabilities = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  // Without it, access(2) ignores the capability, and initdb finds its own binaries not executable.
  const securebits = '--securebits=+no_setuid_fixup';
  return [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...capabilities, securebits];
}

/** Ours without what would redirect PostgreSQL (PGDATA, PGOPTIONS…) or change its language. */
function serverEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}
