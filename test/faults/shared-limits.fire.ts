import { describe, expect, test } from 'vitest';
import { createApiKey } from '../support/api-keys.ts';
import { send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import type { Gateway } from '../support/gateway.ts';
import { figure, report } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { useTcpProxies } from '../support/tcp/tcp-proxy.ts';

const GATEWAYS = 3;
const LIMIT = figure(300, 6_000);
const AT_ONCE = 48;
const redisUrl = process.env.REDIS_URL;

const store = usePrivateDatabase();
const gateways = useGateways();
const startProxy = useTcpProxies();

const start = (REDIS_URL: string) =>
  Promise.all(
    Array.from({ length: GATEWAYS }, () =>
      gateways.start(store.url, { REDIS_URL, RATE_LIMITS: `pro=${LIMIT}` }),
    ),
  );

let developers = 0;
async function newCaller(): Promise<string> {
  const developerName = `limited-${developers++}`;
  return (await createApiKey(store.database, { developerName, name: 'test', plan: 'pro' })).token;
}

type Tally = { admitted: number; refused: number; others: number; slowest: number };

/** Makes so many calls, spread over gateways. */
async function call(token: string, targets: readonly Gateway[], count: number): Promise<Tally> {
  const tally: Tally = { admitted: 0, refused: 0, others: 0, slowest: 0 };
  let next = 0;
  const client = async () => {
    for (let i = next++; i < count; i = next++) {
      const started = performance.now();
      const { status } = await send(`${targets[i % targets.length]?.url}/v1/agents?limit=1`, { token });
      tally.slowest = Math.max(tally.slowest, performance.now() - started);
      tally[status === 200 ? 'admitted' : status === 429 ? 'refused' : 'others']++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return tally;
}

describe('an unreachable Redis', () => {
  test('leaves every gateway with the whole limit for itself, and refuses no caller for it', {
    timeout: 120_000,
  }, async () => {
    const alone = await start('redis://127.0.0.1:1');
    const token = await newCaller();
    for (const gateway of alone) {
      expect(await call(token, [gateway], Math.ceil(LIMIT * 1.2))).toMatchObject({
        admitted: LIMIT,
        others: 0,
      });
    }
    report(
      `Redis away from the start: each of ${GATEWAYS} gateways admitted ${LIMIT} of ${Math.ceil(LIMIT * 1.2)} calls`,
    );
  });
});

describe(`${GATEWAYS} gateways that share Redis`, { tags: 'Redis' }, () => {
  test('admit the limit together, whichever is called', { timeout: 120_000 }, async () => {
    const shared = await start(redisUrl ?? '');
    // Gateways that have just started may be too busy to hear from Redis in time, and count by themselves then.
    await call(await newCaller(), shared, LIMIT);
    const { admitted, others } = await call(await newCaller(), shared, LIMIT * 1.5);
    expect(others).toBe(0);
    expect(admitted / LIMIT).toBeGreaterThanOrEqual(0.99);
    expect(admitted / LIMIT).toBeLessThanOrEqual(1);
    report(
      `${GATEWAYS} gateways, ${LIMIT * 1.5} calls at once: admitted ${admitted}, ${(admitted / LIMIT).toFixed(3)} of the limit`,
    );
  });

  test.each(['closed', 'silent'] as const)(
    'limit by themselves while it is %s, and together again afterwards',
    {
      timeout: 180_000,
    },
    async (way) => {
      const proxy = await startProxy(redisUrl ?? '');
      const shared = await start(proxy.url);
      const half = Math.floor(LIMIT / 2);
      const token = await newCaller();
      expect(await call(token, shared, half)).toMatchObject({ admitted: half, others: 0 });

      proxy.set(way);
      // Every call waits for a silent Redis until its timeout, so fewer are sent.
      const share = Math.min(LIMIT, 200);
      const [one] = shared;
      const meanwhile = await call(token, one ? [one] : [], share);
      expect(meanwhile).toMatchObject({ admitted: share, others: 0 });
      expect(meanwhile.slowest).toBeLessThan(2_000);

      proxy.set('open');
      const another = await newCaller();
      const areTogether = async () => (await call(another, shared, GATEWAYS)).others === 0;
      await expect.poll(areTogether).toBe(true);
      await expect
        .poll(async () => (await call(await newCaller(), shared, LIMIT * 1.5)).admitted / LIMIT, {
          timeout: 60_000,
        })
        .toBeLessThanOrEqual(1);
      report(
        `Redis ${way} meanwhile: a gateway admitted ${meanwhile.admitted} of ${share} calls by its own count, the slowest in ${meanwhile.slowest.toFixed(0)} ms; on its return the limit was shared again`,
      );
    },
  );
});
