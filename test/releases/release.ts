import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { type CreatedDatabase, createDatabase } from '../support/create-database.ts';
import { send } from '../support/drivers/http.ts';
import { reads, type Write, writes } from './writes.ts';

/** The releases whose dumps are in this folder, oldest first. */
export const releases = ['0.1.0'] as const;

/** The answers of a release while its dump was made. */
export type Answers = {
  /** An API key of the developer with records. */
  token: string;
  /** Owns another developer. */
  account: { email: string; password: string };
  /** To the retry of each write. */
  writes: Record<Write['name'], Answered>;
  reads: Record<string, unknown>;
};

export type Answered = { status: number; isReplay: boolean; body: unknown };

const fileOf = (version: string, extension: 'sql' | 'json') =>
  path.join(import.meta.dirname, `${version}.${extension}`);

export async function readAnswers(version: string): Promise<Answers> {
  return JSON.parse(await readFile(fileOf(version, 'json'), 'utf8'));
}

export async function keepRelease(version: string, dump: string, answers: Answers): Promise<void> {
  await writeFile(fileOf(version, 'sql'), dump);
  await writeFile(fileOf(version, 'json'), `${JSON.stringify(answers, null, 2)}\n`);
}

/** The dump of a release in a new database, as if it had been made today: no idempotency key of it has expired. */
export async function restoreRelease(
  serverUrl: string,
  version: string,
  name: string,
): Promise<CreatedDatabase> {
  const created = await createDatabase(serverUrl, name);
  const client = new Client({ connectionString: created.url });
  await client.connect();
  try {
    await client.query(await readFile(fileOf(version, 'sql'), 'utf8'));
    await client.query(
      `update public.idempotency_keys set expires_at = now() + interval '1 day' where expires_at is not null`,
    );
  } finally {
    await client.end();
  }
  return created;
}

/** Sends a write; again, its retry. */
export async function sendWrite(url: string, token: string, write: Write): Promise<Answered> {
  const { name, method, path: target, body } = write;
  const { status, text, headers } = await send(`${url}${target}`, {
    token,
    method,
    idempotencyKey: name,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const isReplay = headers.get('idempotent-replayed') === 'true';
  return { status, isReplay, body: text === '' ? null : JSON.parse(text) };
}

export async function sendRead(url: string, token: string, target: string): Promise<unknown> {
  const { status, text } = await send(`${url}${target}`, { token });
  if (status !== 200) throw new Error(`${target} answered ${status}: ${text}`);
  return JSON.parse(text);
}

/** Writes a few rows of every kind, and reads them. */
export async function fillRelease(url: string, token: string): Promise<Pick<Answers, 'writes' | 'reads'>> {
  const answers: Pick<Answers, 'writes' | 'reads'> = { writes: {}, reads: {} };
  for (const write of writes) {
    const { status, body } = await sendWrite(url, token, write);
    if (status >= 300) throw new Error(`${write.name} answered ${status}: ${JSON.stringify(body)}`);
    answers.writes[write.name] = await sendWrite(url, token, write);
  }
  for (const target of reads) answers.reads[target] = await sendRead(url, token, target);
  return answers;
}
