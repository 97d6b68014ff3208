import { describe, expect, inject, test } from 'vitest';
import type { Gateway } from '../support/gateway.ts';
import { useGateways } from '../support/load/gateways.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { useTcpProxies } from '../support/tcp/tcp-proxy.ts';

const redisUrl = process.env.REDIS_URL;
const gateways = useGateways();
const startProxy = useTcpProxies();

/** Longer than the first dozen attempts to connect take. */
const SEVERAL_ATTEMPTS = 4_000;

const start = (REDIS_URL: string) => gateways.start(inject('databaseUrl'), { REDIS_URL });

/** What a gateway has said of Redis so far. */
function saidBy(gateway: Gateway): { level: number; msg: string }[] {
  const lines = gateway.output().split('\n');
  return lines.filter((line) => /^{.*Redis/.test(line)).map((line) => JSON.parse(line));
}

const awayFor = (why: string) => ({
  level: 40,
  msg: expect.stringMatching(new RegExp(`^Redis \\(REDIS_URL\\) is away: ${why}`)),
});

/** Lets time pass for more to be said. */
async function soonSaidBy(gateway: Gateway) {
  await waitUntil('something is said', () => saidBy(gateway).length > 0);
  await new Promise((resolve) => setTimeout(resolve, SEVERAL_ATTEMPTS));
  return saidBy(gateway);
}

// Not one line was written, whatever was wrong.
test('a Redis that is away from the start is a warning, once', async () => {
  const gateway = await start('redis://ada:open-sesame@127.0.0.1:1');
  expect(await soonSaidBy(gateway)).toMatchObject([awayFor('connect ECONNREFUSED 127\\.0\\.0\\.1:1')]);
  expect(gateway.output()).not.toContain('open-sesame');
});

describe.runIf(redisUrl)('with Redis', () => {
  test('losing it is a warning, and its return is told', async () => {
    const proxy = await startProxy(redisUrl ?? '');
    const gateway = await start(proxy.url);
    await expect
      .poll(async () => (await fetch(`${gateway.url}/metrics`)).text())
      .toContain('outturn_redis_up 1');
    expect(saidBy(gateway)).toEqual([]);
    proxy.set('closed');
    expect(await soonSaidBy(gateway)).toMatchObject([awayFor('')]);
    proxy.set('open');
    await expect
      .poll(() => saidBy(gateway))
      .toMatchObject([awayFor(''), { level: 30, msg: 'Redis is back. Limits are shared again.' }]);
    await gateway.stop();
    expect(saidBy(gateway)).toHaveLength(2);
  });

  test('a wrong password is a warning, without the password', async () => {
    const url = new URL(redisUrl ?? '');
    url.username = 'nobody-of-ours';
    url.password = 'open-sesame';
    const gateway = await start(url.href);
    expect(await soonSaidBy(gateway)).toMatchObject([awayFor('WRONGPASS')]);
    expect(gateway.output()).not.toContain('open-sesame');
  });
});
