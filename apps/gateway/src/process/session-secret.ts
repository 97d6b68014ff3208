import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { withDataDirError } from './data-dir-error.ts';
import { createPrivateFile, readPrivateFile } from './private-file.ts';
import { MIN_SECRET_LENGTH, type Settings } from './settings.ts';

export async function sessionSecret(settings: Settings): Promise<string> {
  const { dataDir } = settings;
  return (
    (await findSessionSecret(settings)) ?? withDataDirError(dataDir, () => makeSecret(secretFile(settings)))
  );
}

/**
 * Undefined until a gateway has generated one. Gateways must share the secret, so production with `DATABASE_URL` needs
 * `SESSION_SECRET`.
 */
export async function findSessionSecret(settings: Settings): Promise<string | undefined> {
  const { databaseUrl, dataDir, isDevelopment } = settings;
  if (settings.sessionSecret !== undefined) return settings.sessionSecret;
  if (databaseUrl !== undefined && !isDevelopment) {
    throw new Error(
      'Some settings in the environment are wrong:\n  SESSION_SECRET must be set in production with DATABASE_URL, the same on every gateway; generate one with: openssl rand -base64 32',
    );
  }
  return withDataDirError(dataDir, () => readSecret(secretFile(settings)));
}

export function secretFile({ dataDir }: Pick<Settings, 'dataDir'>): string {
  return path.join(dataDir, 'session-secret');
}

async function readSecret(file: string): Promise<string | undefined> {
  let secret: string;
  try {
    secret = (await readPrivateFile(file)).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  if (secret.length >= MIN_SECRET_LENGTH) return secret;
  const remedy = 'Restore it, or delete it for a new one; all users must then sign in again.';
  throw new Error(`The session secret in ${file} is damaged: it has ${secret.length} characters. ${remedy}`);
}

/** Links atomically, so that concurrent starts use the same secret. */
async function makeSecret(file: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o711 });
  const own = `${file}.${randomUUID()}`;
  try {
    await writeOwned(own, `${randomBytes(32).toString('base64')}\n`);
    await link(own, file).catch(() => undefined);
  } finally {
    await rm(own, { force: true });
  }
  const secret = await readSecret(file);
  if (secret === undefined)
    throw new Error(`The session secret cannot be stored in ${file}. Set SESSION_SECRET.`);
  return secret;
}

/** A start by root leaves the file to the owner of the folder, who could not start Outturn otherwise. */
async function writeOwned(file: string, text: string): Promise<void> {
  const handle = await createPrivateFile(file);
  try {
    await handle.writeFile(text);
    await handle.sync();
    const { uid, gid } = await stat(path.dirname(file));
    // Not by the path, where that owner may have put a link meanwhile.
    if (process.getuid?.() === 0) await handle.chown(uid, gid);
  } finally {
    await handle.close();
  }
}
