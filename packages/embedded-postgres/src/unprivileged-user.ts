import { chown, lstat, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ClusterPaths } from './cluster-paths.ts';
import { runCommand } from './run-command.ts';

const OTHERS_EXECUTE = 0o001;
const OWNER_EXECUTE = 0o100;

export type UserIds = { uid: number; gid: number };

/** Whom root runs PostgreSQL as: the owner of an existing cluster, so that it stays theirs, or else `nobody`. */
export async function unprivilegedIds(paths: ClusterPaths): Promise<UserIds> {
  const cluster = await stat(paths.cluster).catch(() => undefined);
  if (cluster && cluster.uid !== 0) return { uid: cluster.uid, gid: cluster.gid };
  return { uid: await idOfNobody('-u'), gid: await idOfNobody('-g') };
}

/** Gives the user an existing cluster that belongs to another: one that root copied or restored. */
export async function giveClusterTo(paths: ClusterPaths, ids: UserIds): Promise<void> {
  const { uid } = await stat(paths.cluster);
  if (uid !== ids.uid) await giveTree(paths.cluster, ids);
}

/** Names the first folder on the way to one of the paths that the user may not enter; undefined if all open. */
export async function describeUnreachable(paths: string[], { uid }: UserIds): Promise<string | undefined> {
  for (const path of paths) {
    for (let folder = path; ; folder = dirname(folder)) {
      const { mode, uid: owner } = await stat(folder);
      const needed = owner === uid ? OWNER_EXECUTE : OTHERS_EXECUTE;
      if ((mode & needed) === 0) return `${folder} is closed to it`;
      if (folder === dirname(folder)) break;
    }
  }
  return undefined;
}

async function idOfNobody(option: '-u' | '-g'): Promise<number> {
  const command = { file: 'id', args: [option, 'nobody'], cwd: '/', env: process.env };
  const { code, output } = await runCommand(command);
  if (code === 0) return Number(output);
  throw new Error(
    'PostgreSQL refuses to run as root, and this machine has no user `nobody` to run it as: ' +
      'start as another user, or set DATABASE_URL to a server of your own.',
  );
}

async function giveTree(path: string, ids: UserIds): Promise<void> {
  const entry = await lstat(path);
  if (entry.isSymbolicLink()) return;
  await chown(path, ids.uid, ids.gid);
  if (!entry.isDirectory()) return;
  for (const name of await readdir(path)) await giveTree(join(path, name), ids);
}
