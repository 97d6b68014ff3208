import { constants } from 'node:fs';
import { open, readlink, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ClusterPaths } from './cluster-paths.ts';
import { errorCode } from './error-code.ts';
import { type Command, runCommand } from './run-command.ts';
import { ACCOUNT, idsOf, systemAccount, type UserIds } from './system-account.ts';

export type ServerAccount = {
  /** For messages. */
  name: string;
  /** Set if not the user of this process. The cluster's files must belong to it. */
  ids?: UserIds;
  command(file: string, args: string[]): Command;
};

/**
 * PostgreSQL refuses to run as root. Started by root it runs as the owner of DATA_DIR, or as the system account if that is
 * root, too.
 */
export async function chooseServerAccount({
  dataDir,
}: Pick<ClusterPaths, 'dataDir'>): Promise<ServerAccount> {
  if (process.getuid?.() !== 0)
    return { name: 'this user', command: (file, args) => ({ file, args, cwd: dataDir }) };
  const { uid } = await stat(dataDir);
  const ids = uid === 0 ? await systemAccount() : await ownerIds(uid, dataDir);
  // libuv clears supplementary groups; the kernel drops capabilities with the user id.
  return {
    name: uid === 0 ? ACCOUNT : `the owner of ${dataDir}`,
    ids,
    command: (file, args) => ({ file, args, cwd: '/', ...ids }),
  };
}

/** The group of the folder may be one that its owner is no member of. */
async function ownerIds(uid: number, dataDir: string): Promise<UserIds> {
  const ids = await idsOf(String(uid));
  if (ids?.uid === uid) return ids;
  throw new Error(
    `${dataDir} belongs to user ${uid}, as which root would run PostgreSQL, but which has no entry in /etc/passwd. Make one ` +
      `(\`useradd --uid ${uid} NAME\`), or give the empty folder to root.`,
  );
}

/**
 * Opens a closed DATA_DIR of root to the account's group, but never its parent folders. Returns whether the account can
 * enter DATA_DIR.
 */
export async function makeReachable(account: ServerAccount, { dataDir }: ClusterPaths): Promise<boolean> {
  if (!account.ids || (await canEnter(account, dataDir))) return true;
  if (!(await canEnter(account, dirname(dataDir)))) return false;
  return (await openToGroup(dataDir, account.ids)) && canEnter(account, dataDir);
}

/** Another user may have replaced the folder or one above it by a link, so it opens only the folder that it has checked. */
async function openToGroup(dataDir: string, { gid }: UserIds): Promise<boolean> {
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
  const folder = await open(dataDir, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    const { mode, uid } = await folder.stat();
    if (uid !== 0 || (mode & 0o077) !== 0) return false;
    if (process.platform === 'linux' && (await readlink(`/proc/self/fd/${folder.fd}`)) !== dataDir)
      return false;
    await folder.chown(0, gid);
    await folder.chmod(0o710);
    return true;
  } finally {
    await folder.close();
  }
}

/** Tries it, because modes, access control lists and mounts all matter. */
function canEnter(account: ServerAccount, folder: string): Promise<boolean> {
  return succeeds(account, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder]);
}

export function canRun(account: ServerAccount, program: string): Promise<boolean> {
  return succeeds(account, program, ['--version']);
}

async function succeeds(account: ServerAccount, program: string, args: string[]): Promise<boolean> {
  const { code } = await runCommand(account.command(program, args)).catch((error: Error) => {
    if (errorCode(error) === 'EACCES') return { code: null };
    throw new Error(
      `PostgreSQL refuses to run as root, and this process may not run it as ${account.name} (${error.message}): ` +
        'start with CAP_SETUID and CAP_SETGID or as an ordinary user, or set DATABASE_URL to a server of your own.',
    );
  });
  return code === 0;
}
