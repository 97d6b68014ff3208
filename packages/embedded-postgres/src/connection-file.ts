import { createHmac, randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { type ClusterPaths, folderOwner, syncFolder } from './cluster-paths.ts';
import { errorCode } from './error-code.ts';
import { createFile, readSmallFile } from './guarded-files.ts';

export const HOST = '127.0.0.1';
/** PostgreSQL's bootstrap role, which stays superuser: for this package and for administration. */
export const SUPERUSER = 'outturn';
/** Owns the database and everything in it. */
export const APPLICATION_ROLE = 'outturn_app';
export const DATABASE = 'outturn';

/** Stored connection details, location and last settings of a cluster. */
export type Stored = {
  port: number;
  /** The superuser's. */
  password: string;
  settings: Record<string, string>;
  /** Name of the folder below /var/lib/outturn that holds the cluster; unset while it is in the data directory. */
  id?: string | undefined;
  /** Set until the first creation is complete: only then may a missing cluster be created. */
  isNew?: boolean | undefined;
};

/** Contents of `postgres.json`. */
export type Connection = Stored & {
  /** The application's. */
  url: string;
  /** The superuser's. */
  superuserUrl: string;
};

/** Connection details of the cluster; undefined when there are none yet. */
export async function readConnection({
  connection: file,
}: Pick<ClusterPaths, 'connection'>): Promise<Connection | undefined> {
  const text = await readSmallFile(file).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;

  try {
    const stored = JSON.parse(text) as Stored;
    if (stored.id !== undefined && !/^[0-9a-f]{16}$/.test(stored.id)) throw new Error('id');
    return connectionOf({ ...stored, settings: stored.settings ?? {} });
  } catch {
    throw new Error(`${file} is damaged: restore it, it holds the password of the database.`);
  }
}

/** Replaces the file atomically and durably, and returns what it now says. */
export async function saveConnection(paths: ClusterPaths, stored: Stored): Promise<Connection> {
  const connection = connectionOf(stored);
  const partial = `${paths.connection}.${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    const owner = await folderOwner(paths);
    await createFile(partial, `${JSON.stringify(connection, null, 2)}\n`, owner);
    await rename(partial, paths.connection);
    await syncFolder(paths.dataDir);
  } catch (error) {
    // On a full disk each attempt to restart PostgreSQL would leave one more behind.
    await rm(partial, { force: true });
    throw error;
  }
  return connection;
}

/**
 * Password of the application's role. Derived from the superuser's password, so older versions that rewrite the file keep it.
 * The superuser's password cannot be derived from it.
 */
export function applicationPassword(superuserPassword: string): string {
  return createHmac('sha256', superuserPassword).update(APPLICATION_ROLE).digest('base64url').slice(0, 32);
}

function connectionOf({ port, password, settings, id, isNew }: Stored): Connection {
  const url = (user: string, secret: string) => `postgres://${user}:${secret}@${HOST}:${port}/${DATABASE}`;
  return {
    url: url(APPLICATION_ROLE, applicationPassword(password)),
    superuserUrl: url(SUPERUSER, password),
    port,
    password,
    settings,
    ...(id !== undefined && { id }),
    ...(isNew && { isNew }),
  };
}
