import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { sqlStateOf } from '../base/pg-error.ts';
import { openSession } from './connection.ts';

export type Sessions = {
  /** False if the session may change its backend, as behind a connection pooler. */
  arePinned: boolean;
  keepPreparedStatements: boolean;
  keepSettings: boolean;
  /** Time zone of a session that requested UTC; a pooler may ignore the request. */
  timeZone: string;
};

/** SQLSTATEs: unknown, duplicate statement name. */
const wrongNames = ['26000', '42P05'];
/** Message of poolers that reject startup parameters. */
const REFUSED = 'unsupported startup parameter';
/** Milliseconds; a pooler may have only one connection. */
const PROBE_TIMEOUT = 1_000;
/** Other clients may take the pooler's connection. */
const ATTEMPTS = 10;

export async function probePooler(url: string): Promise<Sessions> {
  const keepSettings = await keepsSettings(url);
  const clients: Client[] = [];
  try {
    const [first, second] = [await openSession(url), await openSession(url)];
    clients.push(first, second);
    const timeZone = (await queryText(first, 'show timezone'))?.text ?? '';
    return { ...(await detectPooling(first, second)), keepSettings, timeZone };
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

async function keepsSettings(url: string): Promise<boolean> {
  try {
    const client = await openSession(url, { statement_timeout: 12_345 });
    const answer = await queryText(client, 'show statement_timeout');
    await client.end();
    return answer?.text === '12345ms';
  } catch (error) {
    if (error instanceof Error && error.message.includes(REFUSED)) return false;
    throw error;
  }
}

/** Behind a pooler, a transaction of `second` changes the backend of `first`. */
async function detectPooling(
  first: Client,
  second: Client,
): Promise<Pick<Sessions, 'arePinned' | 'keepPreparedStatements'>> {
  // Unique: poolers keep statements of others.
  const name = `outturn_probe_${randomUUID()}`;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = await queryText(first, backend, name);
    await second.query('begin');
    const held = await queryText(second, backend);
    const isTaken = held?.text === before?.text;
    const taken = isTaken ? await queryText(second, backend, name) : held;
    const again = queryText(first, backend, name);
    const after = await Promise.race([again, sleep(PROBE_TIMEOUT, before, { ref: false })]);
    await second.query('rollback');
    await again;
    if (!before || !taken || !after) return { arePinned: false, keepPreparedStatements: false };
    if (isTaken || before.text !== after.text) return { arePinned: false, keepPreparedStatements: true };
    await sleep(Math.random() * 20);
  }
  return { arePinned: true, keepPreparedStatements: true };
}

const backend = 'select pg_backend_pid()::text';

/** Undefined for an unknown or duplicate statement name. */
async function queryText(client: Client, text: string, name?: string): Promise<{ text: string } | undefined> {
  const query = { text, rowMode: 'array' as const, ...(name !== undefined && { name }) };
  try {
    const { rows } = await client.query<[string]>(query);
    return { text: rows[0]?.[0] ?? '' };
  } catch (error) {
    if (wrongNames.includes(sqlStateOf(error))) return undefined;
    throw error;
  }
}
