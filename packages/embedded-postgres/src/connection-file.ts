import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { type ClusterPaths, giveToFolderOwner } from './cluster-paths.ts';
import { errorCode } from './error-code.ts';

export const HOST = '127.0.0.1';
export const SUPERUSER = 'outturn';
export const DATABASE = 'outturn';

/** What `postgres.json` holds: how to reach the cluster, and the settings it was last started with. */
export type Connection = {
  url: string;
  port: number;
  password: string;
  settings: Record<string, string>;
};

/** Connection details of the cluster; undefined when there are none yet. */
export async function readConnection(paths: ClusterPaths): Promise<Connection | undefined> {
  const text = await readFile(paths.connection, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;

  try {
    const { port, password, settings } = JSON.parse(text) as Connection;
    return { url: connectionUrl(port, password), port, password, settings: settings ?? {} };
  } catch {
    throw new Error(`${paths.connection} is damaged: restore it, it holds the password of the database.`);
  }
}

/** Replaces the file atomically and durably, and returns what it now says. */
export async function saveConnection(
  paths: ClusterPaths,
  { port, password, settings }: Omit<Connection, 'url'>,
): Promise<Connection> {
  const connection = { url: connectionUrl(port, password), port, password, settings };
  const partial = `${paths.connection}.${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    const file = await open(partial, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(connection, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await giveToFolderOwner(paths, partial);
    await rename(partial, paths.connection);
  } catch (error) {
    // On a full disk each attempt to restart PostgreSQL would leave one more behind.
    await rm(partial, { force: true });
    throw error;
  }
  return connection;
}

function connectionUrl(port: number, password: string): string {
  return `postgres://${SUPERUSER}:${password}@${HOST}:${port}/${DATABASE}`;
}
