import { createHmac, randomBytes } from 'node:crypto';
import { rename, rm, stat } from 'node:fs/promises';
import { type ClusterPaths, folderOwner, syncFolder } from './cluster-paths.ts';
import { errorCode } from './error-code.ts';
import { createFile, readSmallFile } from './untrusted-files.ts';

export const HOST = '127.0.0.1';
/** The bootstrap role cannot lose its superuser privilege. */
export const SUPERUSER = 'outturn';
export const APPLICATION_ROLE = 'outturn_app';
export const DATABASE = 'outturn';

export type Stored = {
  port: number;
  /** The superuser's. */
  password: string;
  settings: Record<string, string>;
  /** Name of the location that has the cluster; unset if DATA_DIR has it. */
  id?: string | undefined;
  /** A missing cluster is created only while this is set. */
  isNew?: boolean | undefined;
};

/** Contents of `postgres.json`. */
export type Connection = Stored & {
  /** The application's. */
  url: string;
  /** The superuser's. */
  superuserUrl: string;
};

/** Throws if another user than root, this one and the owner of DATA_DIR has made the file, and so may know the passwords. */
export async function readConnection({
  connection: file,
  dataDir,
}: Pick<ClusterPaths, 'connection' | 'dataDir'>): Promise<Connection | undefined> {
  const user = process.getuid?.();
  let text: string;
  try {
    text = await readSmallFile(file, user === undefined ? undefined : [0, user, (await stat(dataDir)).uid]);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }

  try {
    const stored = JSON.parse(text) as Stored;
    if (stored.id !== undefined && !/^[0-9a-f]{16}$/.test(stored.id)) throw new Error('id');
    return connectionOf({ ...stored, settings: stored.settings ?? {} });
  } catch {
    throw new Error(`${file} is damaged: restore it, it holds the password of the database.`);
  }
}

export async function saveConnection(paths: ClusterPaths, stored: Stored): Promise<Connection> {
  const connection = connectionOf(stored);
  const partial = `${paths.connection}.${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    const owner = await folderOwner(paths);
    await createFile(partial, `${JSON.stringify(connection, null, 2)}\n`, owner);
    await rename(partial, paths.connection);
    await syncFolder(paths.dataDir);
  } catch (error) {
    // On a full disk each restart attempt would leave another partial file.
    await rm(partial, { force: true });
    throw error;
  }
  return connection;
}

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
