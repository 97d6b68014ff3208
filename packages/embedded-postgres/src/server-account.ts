import type { ClusterPaths } from './cluster-paths.ts';
import { errorCode } from './error-code.ts';
import { type Command, runCommand } from './run-command.ts';
import { ACCOUNT, systemAccount, type UserIds } from './system-account.ts';

export type ServerAccount = {
  /** Set if not the user of this process. The cluster's files must belong to it. */
  ids?: UserIds;
  command(file: string, args: string[]): Command;
};

/** PostgreSQL refuses to run as root. */
export async function chooseServerAccount({ dataDir }: ClusterPaths): Promise<ServerAccount> {
  if (process.getuid?.() !== 0) return { command: (file, args) => ({ file, args, cwd: dataDir }) };
  const ids = await systemAccount();
  // libuv clears supplementary groups; the kernel drops capabilities with the user id.
  return { ids, command: (file, args) => ({ file, args, cwd: '/', ...ids }) };
}

/** Tries it, because modes, access control lists and mounts all matter. */
export async function canEnter(account: ServerAccount, folder: string): Promise<boolean> {
  const { code } = await runCommand(account.command('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder]));
  return code === 0;
}

export async function canRun(account: ServerAccount, program: string): Promise<boolean> {
  const { code } = await runCommand(account.command(program, ['--version'])).catch((error: Error) => {
    if (errorCode(error) === 'EACCES') return { code: null };
    throw new Error(
      `PostgreSQL refuses to run as root, and this process may not run it as ${ACCOUNT} (${error.message}): ` +
        'start with CAP_SETUID and CAP_SETGID or as an ordinary user, or set DATABASE_URL to a server of your own.',
    );
  });
  return code === 0;
}
