import { access, constants, realpath, statfs } from 'node:fs/promises';
import path from 'node:path';
import { findEmbeddedPostgres } from '@outturn/embedded-postgres';
import { type Check, error, type Finding, type Installation, ok, warning } from './check.ts';

/** Bytes. */
const TOO_LITTLE = 100 * 1_048_576;
const LITTLE = 1_024 * 1_048_576;

export const checkDisk: Check = {
  name: 'disk',
  async run(installation) {
    const { settings, server } = installation;
    const isEmbedded = settings.databaseUrl === undefined;
    const findings = isEmbedded || settings.sessionSecret === undefined ? await spaceOf(installation) : [];
    const bytes = (await server().catch(() => undefined))?.bytes;
    if (bytes === undefined) return findings;
    const size = `The database takes ${inMebibytes(bytes)}`;
    const elsewhere = 'PostgreSQL does not tell how much space its machine has left: watch it there';
    return [...findings, ok(isEmbedded ? `${size}.` : `${size}. ${elsewhere}.`)];
  },
};

async function spaceOf({ settings: { dataDir, databaseUrl } }: Installation): Promise<Finding[]> {
  const isWritable = await existing(dataDir)
    .then((folder) => access(folder, constants.W_OK | constants.X_OK))
    .then(
      () => true,
      () => false,
    );
  if (!isWritable)
    return [error(`DATA_DIR (${dataDir}) cannot be written. Give it to the user of the gateway.`)];
  const cluster =
    databaseUrl === undefined ? await findEmbeddedPostgres(dataDir).catch(() => undefined) : undefined;
  const folders = await Promise.all([dataDir, cluster ?? dataDir].map(existing));
  return Promise.all([...new Set(folders)].map(spaceIn));
}

async function spaceIn(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = `${inMebibytes(bavail * bsize)} are free in ${folder}`;
  if (bavail * bsize < TOO_LITTLE)
    return error(`Only ${free}. Make room, or move DATA_DIR to a larger disk.`);
  if (bavail * bsize < LITTLE) return warning(`Only ${free}. Make room before it is full.`);
  return ok(`${free}.`);
}

/** The folder, or the closest one above it that exists. */
async function existing(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    return existing(path.dirname(folder));
  }
}

function inMebibytes(bytes: number): string {
  return `${Math.round(bytes / 1_048_576).toLocaleString('en-US')} MiB`;
}
