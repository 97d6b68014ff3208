import type { PoolClient } from 'pg';
import { expect, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import { developerFor } from './sign-up-admission.ts';

test.each([
  ['without a connection', undefined],
  ['on a connection without a transaction', 'I'],
  ['in a transaction that failed', 'E'],
])('a user %s gets no developer', async (_, status) => {
  // The guard reads only this, and needs no database.
  const client = status && ({ getTransactionStatus: () => status } as unknown as PoolClient);
  const user = { id: 'user', email: 'ada@example.com' };
  const created = { database: {} as Database, user, defaultPlan: 'free' } as const;
  await expect(developerFor(client ? { client } : {}, created)).rejects.toThrow('outside of a transaction');
});
