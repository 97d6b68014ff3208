import { beforeAll, expect, test } from 'vitest';
import { useGateways } from '../support/load/gateways.ts';
import { usePrivatePostgres } from '../support/load/private-postgres.ts';
import { on } from '../support/on.ts';

// A server of its own with 40 connections, some of which it reserves.
const postgres = usePrivatePostgres({ max_connections: '40' });
const gateways = useGateways();
let reserved: number;

beforeAll(async () => {
  const [row] = await on<{ superuser_reserved_connections: string }>(
    postgres.url,
    'show superuser_reserved_connections',
  );
  reserved = Number(row?.superuser_reserved_connections);
});

/** The warnings of a gateway that is ready. */
async function warningsOf(env: NodeJS.ProcessEnv, workers = 1): Promise<string[]> {
  const args = workers === 1 ? [] : ['--workers', String(workers)];
  const gateway = await gateways.start(
    postgres.url,
    { REDIS_URL: '', DATABASE_DIRECT_URL: '', ...env },
    { args },
  );
  await gateway.stop();
  const lines = gateway.output().split('\n');
  return lines.filter((line) => line.startsWith('{"level":40')).map((line) => JSON.parse(line).msg);
}

test('a gateway that may open more connections than PostgreSQL allows warns and names the setting', async () => {
  const room = 40 - reserved;
  expect(await warningsOf({})).toEqual([]);
  expect(await warningsOf({ DATABASE_POOL_SIZE: String(room - 3) })).toEqual([]);
  expect(await warningsOf({ DATABASE_POOL_SIZE: String(room - 2) })).toEqual([
    `PostgreSQL has room for ${room} connections (max_connections less what it reserves), and this gateway may open ${room + 1}: ` +
      `${room - 2} pooled and 3 that listen. Set DATABASE_POOL_SIZE=${room - 3}, or raise max_connections by 1.`,
  ]);
});

test('the connections of every worker count', async () => {
  const room = 40 - reserved;
  const share = Math.floor(room / 2) - 3;
  expect(await warningsOf({ DATABASE_POOL_SIZE: String(share) }, 2)).toEqual([]);
  expect(await warningsOf({}, 2)).toEqual([
    expect.stringMatching(
      new RegExp(
        `may open 66: 30 pooled and 3 that listen, in each of 2 processes\\. Set DATABASE_POOL_SIZE=${share}, or`,
      ),
    ),
  ]);
  expect(await warningsOf({}, 4)).toEqual([
    expect.stringContaining(
      `Raise max_connections by ${4 * 22 - room}, or set DATABASE_POOL_SIZE=8 and raise it by ${4 * 11 - room}.`,
    ),
  ]);
});
