import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import type { SecurityEvent } from '../../base/security-event.ts';
import type { Database } from '../../database/database.ts';
import type { PasswordVerdict } from './account-caller.ts';
import { createAuth } from './auth.ts';

/** A PostgreSQL that shuts down at the first write; it has no account. */
function endingDatabase() {
  const query = async (sent: string | { text: string }) => {
    const sql = typeof sent === 'string' ? sent : sent.text;
    if (/^(insert|update)/i.test(sql)) throw Object.assign(new Error('terminating'), { code: '57P01' });
    return { rows: [], rowCount: 0, command: 'SELECT' };
  };
  const newClient = () => ({ query, release: () => undefined, getTransactionStatus: () => 'T' });
  const connect = (callback: (error: undefined, client: object) => void) => callback(undefined, newClient());
  const database = { quick: async () => [], measure: (_: string, work: () => unknown) => work() };
  return { pool: { connect } as unknown as Pool, database: database as unknown as Database };
}

test('an outage during a sign-up is no refusal, and is not reported as one', async () => {
  const { pool, database } = endingDatabase();
  const options = { secret: 'x'.repeat(32), defaultPlan: 'free', signUp: 'open' } as const;
  const faults: string[] = [];
  const auth = createAuth(database, pool, { ...options, onFault: (message) => faults.push(message) });
  const events: SecurityEvent[] = [];
  const verdicts: PasswordVerdict[] = [];
  const caller = {
    report: (event: SecurityEvent) => void events.push(event),
    admitPassword: async () => ({
      settle: (verdict: PasswordVerdict) => void verdicts.push(verdict),
      nextDelay: 0,
    }),
  };
  const sent = new Request('http://localhost/api/auth/sign-up/email', {
    method: 'POST',
    headers: { origin: 'http://localhost', 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse', name: 'Ada' }),
  });
  await expect(auth.handler(sent, caller)).rejects.toMatchObject({ code: 'Server Error', retryAfter: 1 });
  expect({ events, faults }).toEqual({ events: [], faults: [] });
});
