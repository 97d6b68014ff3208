import type { ClusterPaths } from './cluster-paths.ts';
import { errorCode } from './error-code.ts';
import { type Command, runCommand } from './run-command.ts';
import { ACCOUNT, systemAccount, type UserIds } from './system-account.ts';

/** As whom PostgreSQL's programs run. */
export type ServerAccount = {
  /** Set when it is not the user of this process; the cluster's files must belong to it. */
  ids?: UserIds;
  command(file: string, args: string[]): Command;
};

/**
 * This user; for root, whom PostgreSQL refuses, a system account without any capability.
 * Throws when root has no way to run programs as that account.
 */
export async function chooseServerAccount({ dataDir }: ClusterPaths): Promise<ServerAccount> {
  if (process.getuid?.() !== 0) return { command: (file, args) => ({ file, args, cwd: dataDir }) };
  const ids = await systemAccount();
  // libuv also clears the supplementary groups; the system drops the capabilities with the user id.
  const command = (file: string, args: string[]): Command => ({ file, args, cwd: '/', ...ids });
  await runCommand(command('/bin/sh', ['-c', ':'])).catch((error: Error) => {
    throw new Error(
      `PostgreSQL refuses to run as root, and this process may not run programs as ${ACCOUNT} (${error.message}): ` +
        'start with CAP_SETUID and CAP_SETGID or as an ordinary user, or set DATABASE_URL to a server of your own.',
    );
  });
  return { ids, command };
}

/** Whether the account may enter the folder, whatever decides that: modes, access lists, mounts. */
export async function canEnter(account: ServerAccount, folder: string): Promise<boolean> {
  const { code } = await runCommand(account.command('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder]));
  return code === 0;
}

/** Whether the account may run the program. */
export async function canRun(account: ServerAccount, program: string): Promise<boolean> {
  const { code } = await runCommand(account.command(program, ['--version'])).catch((error: unknown) => {
    if (errorCode(error) === 'EACCES') return { code: null };
    throw error;
  });
  return code === 0;
}
