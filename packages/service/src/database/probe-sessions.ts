import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { sqlStateOf } from '../base/pg-error.ts';
import { openSession } from './connection.ts';

/** What connections to a URL are good for. */
export type Sessions = {
  /** Whether each connection has a session of its own, which lasts; a pooler of transactions gives them turns. */
  last: boolean;
  /** Whether statements that were prepared under a name can be run by it. */
  keepNames: boolean;
  /** Whether a setting that is asked for when connecting holds. */
  keepSettings: boolean;
  /** The time zone of a session that asked for UTC. */
  timeZone: string;
};

/** Of a name that a session does not know, and of one that another has taken. */
const wrongNames = ['26000', '42P05'];
/** What poolers say to a parameter that they do not pass on. */
const REFUSED = 'unsupported startup parameter';
/** For the second statement of a pooler that has one connection only, in milliseconds. */
const PATIENCE = 1_000;
/** Others may take the connection that a pooler has just got back. */
const ATTEMPTS = 10;

/** Finds out by two connections side by side. Rejects when it cannot connect. */
export async function probeSessions(url: string): Promise<Sessions> {
  const keepSettings = await keepsSettings(url);
  const clients: Client[] = [];
  try {
    const [first, second] = [await openSession(url), await openSession(url)];
    clients.push(first, second);
    const timeZone = (await ask(first, 'show timezone'))?.text ?? '';
    return { ...(await takeTurns(first, second)), keepSettings, timeZone };
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

async function keepsSettings(url: string): Promise<boolean> {
  try {
    const client = await openSession(url, { statement_timeout: 12_345 });
    const answer = await ask(client, 'show statement_timeout');
    await client.end();
    return answer?.text === '12345ms';
  } catch (error) {
    if (error instanceof Error && error.message.includes(REFUSED)) return false;
    throw error;
  }
}

/**
 * One connection asks for its backend, then the other in a transaction, which keeps it, then the first again. With
 * sessions of their own each has one backend, always the same.
 */
async function takeTurns(first: Client, second: Client): Promise<Pick<Sessions, 'last' | 'keepNames'>> {
  // Of its own: what others prepared on the connections of a pooler must not be taken for it.
  const name = `outturn_probe_${randomUUID()}`;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = await ask(first, backend, name);
    await second.query('begin');
    const held = await ask(second, backend);
    const isTaken = held?.text === before?.text;
    const taken = isTaken ? await ask(second, backend, name) : held;
    const again = ask(first, backend, name);
    const after = await Promise.race([again, sleep(PATIENCE, before, { ref: false })]);
    await second.query('rollback');
    await again;
    if (!before || !taken || !after) return { last: false, keepNames: false };
    if (isTaken || before.text !== after.text) return { last: false, keepNames: true };
    await sleep(Math.random() * 20);
  }
  return { last: true, keepNames: true };
}

const backend = 'select pg_backend_pid()::text';

/** The first column of the first row; undefined where the name of the statement was not what it should be. */
async function ask(client: Client, text: string, name?: string): Promise<{ text: string } | undefined> {
  const query = { text, rowMode: 'array' as const, ...(name !== undefined && { name }) };
  try {
    const { rows } = await client.query<[string]>(query);
    return { text: rows[0]?.[0] ?? '' };
  } catch (error) {
    if (wrongNames.includes(sqlStateOf(error))) return undefined;
    throw error;
  }
}
