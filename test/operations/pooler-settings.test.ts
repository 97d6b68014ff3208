import { describe, expect, test } from 'vitest';
import { checkPooler } from '../../apps/gateway/src/process/check-pooler.ts';
import { readSettings } from '../../apps/gateway/src/process/settings.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { startGateway } from '../support/gateway.ts';
import { usePgBouncer } from '../support/pooler/pgbouncer.ts';

const store = usePrivateDatabase();

describe('a gateway behind an unsuitable pooler names the setting to change for', {
  tags: 'PgBouncer',
}, () => {
  const transactions = usePgBouncer();
  const sessions = usePgBouncer({ pool_mode: 'session' });
  const statements = usePgBouncer({ pool_mode: 'statement' });
  // A pool of one connection, and one that alternates: both must be found to lose prepared statements.
  const single = usePgBouncer({ default_pool_size: 1, server_round_robin: 1 });
  const direct = () => ({ DATABASE_DIRECT_URL: store.url });
  const behind = (url: string, env: NodeJS.ProcessEnv = {}) =>
    startGateway(store.url, { DATABASE_URL: url, ...env });
  /** The check that every start begins with. */
  const check = (url: string, env: NodeJS.ProcessEnv = {}) =>
    checkPooler(readSettings({ DATABASE_URL: url, ...env }));

  test('a missing direct URL', async () => {
    await expect(behind(transactions.through(store.url))).rejects.toThrow(
      /DATABASE_URL leads through a pooler .* Set DATABASE_DIRECT_URL/,
    );
  });

  test('prepared statements that are left on', async () => {
    for (const pooler of [transactions, single]) {
      await expect(check(pooler.through(store.url), direct())).rejects.toThrow(
        'Set DATABASE_PREPARED_STATEMENTS=off',
      );
    }
  });

  test('a direct URL that leads through a pooler', async () => {
    const pooled = transactions.through(store.url);
    const start = check(pooled, { DATABASE_DIRECT_URL: pooled, DATABASE_PREPARED_STATEMENTS: 'off' });
    await expect(start).rejects.toThrow('DATABASE_DIRECT_URL leads through a pooler');
  });

  test('a session pooler that refuses session settings', async () => {
    const pooled = sessions.through(store.url);
    await expect(check(pooled)).rejects.toThrow('ignores session settings. Set DATABASE_DIRECT_URL');
    const gateway = await behind(pooled, { DATABASE_DIRECT_URL: pooled });
    await gateway.stop();
  });

  test('a statement pooler, which has no transactions', async () => {
    const start = check(statements.through(store.url), direct());
    await expect(start).rejects.toThrow('Cannot connect to DATABASE_URL: transaction blocks');
  });

  test('nothing, once all is set', async () => {
    for (const pooler of [transactions, single]) {
      const env = { ...direct(), DATABASE_PREPARED_STATEMENTS: 'off' };
      const gateway = await behind(pooler.through(store.url), env);
      expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);
      await gateway.stop();
    }
  });
});
