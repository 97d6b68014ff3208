import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { sqlStateOf } from '../base/pg-error.ts';
import { openSession } from './connection.ts';

/**
 * The properties of sessions at an address. Behind a connection pooler some of them are missing, and the gateway must
 * then do without (docs/scaling.md).
 */
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
/**
 * Milliseconds to wait for the first client while the second holds a connection. Behind a pooler with a single
 * connection the first gets none until the transaction of the second ends.
 */
const PROBE_TIMEOUT = 1_000;
/**
 * Attempts without a sign of a pooler before the address counts as PostgreSQL itself. One is not enough: other
 * clients may take the connection that would have shown the pooler.
 */
const ATTEMPTS = 10;

/**
 * Finds out whether `url` leads through a connection pooler, and what this pooler keeps for its sessions. Rejects if
 * it cannot connect.
 */
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

/** Poolers refuse a startup parameter that they do not know, or accept and forget it. */
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

/**
 * Finds out whether the first client keeps its backend, the process of PostgreSQL that serves it. A transaction pooler
 * assigns backends to transactions: if the second client holds the backend of the first in a transaction, the first
 * must get another one. So the first asks for its backend before and during a transaction of the second; another
 * answer, or the same backend under the second, proves a pooler.
 *
 * The statement of the first is prepared under a name. A pooler that does not track prepared statements fails on the
 * other backend, where this name is unknown, or known already.
 */
async function detectPooling(
  first: Client,
  second: Client,
): Promise<Pick<Sessions, 'arePinned' | 'keepPreparedStatements'>> {
  // Unique, because the backends of a pooler keep the statements of earlier probes.
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

/** Undefined if PostgreSQL does not know the name of the statement, or knows it already. */
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
