import { expect, test } from 'vitest';
import { useGateways } from '../support/load/gateways.ts';
import { usePrivatePostgres } from '../support/load/private-postgres.ts';

const postgres = usePrivatePostgres({ autovacuum: 'off' });
const gateways = useGateways();

test('gateway warns at its start that autovacuum is off', async () => {
  const env = { REDIS_URL: '', DATABASE_DIRECT_URL: '', DATABASE_POOL_SIZE: '8' };
  const gateway = await gateways.start(postgres.url, env);
  await gateway.stop();
  expect(gateway.output()).toContain("PostgreSQL's autovacuum is off (autovacuum).");
});
