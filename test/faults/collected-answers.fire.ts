import { Agent } from 'node:http';
import { describe, expect, test } from 'vitest';
import { send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { openAccount } from '../support/load/account.ts';
import { get, post } from '../support/load/exchange.ts';
import { useGateways } from '../support/load/gateways.ts';
import { scrape, sumOf } from '../support/metrics.ts';
import { probed } from '../support/process-probe.ts';

const CALLERS = 64;
const CALLS = 20_000;

const gateways = useGateways();
const store = usePrivateDatabase();

describe('the young generation frees the objects behind an answer', { timeout: 120_000 }, () => {
  // Node.js keeps open answers in a set, whose old hash tables would keep later ones, and with them a tenth of all
  // requests,
  // until a major collection.
  test('after the answer of a record', async () => {
    const { env, probe } = probed();
    const { url } = await gateways.start(store.url, env);
    const { token } = await openAccount(store.database);
    const headers = { authorization: `Bearer ${token}` };
    const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
    const body = JSON.stringify({ amount: '1', recordedAt: '2026-01-01T00:00:00Z' });
    const recorded = await post(agent, `${url}/v1/revenues`, { body, headers });
    const { id } = JSON.parse(recorded.text) as { id: string };
    const read = async (calls: number) => {
      let left = calls;
      const caller = async () => {
        while (left-- > 0) expect((await get(agent, `${url}/v1/revenues/${id}`, headers)).status).toBe(200);
      };
      await Promise.all(Array.from({ length: CALLERS }, caller));
    };
    await read(CALLS / 4);
    await probe();
    await read(CALLS);
    const { young } = await probe();
    agent.destroy();
    expect(young.allocated).toBeGreaterThan(CALLS * 1_000);
    // The probe in each process keeps a little: 0.04 in all, and 0.11 with the set.
    expect(young.kept / young.allocated).toBeLessThan(0.07);
  });

  // V8 allocates a closure in the old generation when it is assigned to a property (`query.callback = () => …`), and
  // keeps
  // all that it references until its code is optimized, after some 15,000 lists.
  test('after a list', async () => {
    const { url } = await gateways.start(store.url);
    const { token } = await openAccount(store.database);
    const collections = async (kind: 'minor' | 'major') =>
      sumOf((await scrape(url)).samples, 'nodejs_gc_duration_seconds_count', { kind });
    const items = Array.from({ length: 100 }, () => ({
      amount: '1.00',
      recordedAt: '2026-06-30T12:00:00Z',
      agentKey: 'agent',
      customerKey: 'customer',
    }));
    const recorded = await send(`${url}/v1/revenues/batch`, { token, body: JSON.stringify(items) });
    expect(recorded.status).toBe(200);
    const ask = async (count: number) => {
      let left = count;
      const one = async () => {
        while (left-- > 0) {
          const { status } = await send(`${url}/v1/revenues?limit=100`, { token });
          if (status !== 200) throw new Error(`a list was answered ${status}`);
        }
      };
      await Promise.all(Array.from({ length: 8 }, one));
    };
    await ask(1_000);
    const [minor, major] = [await collections('minor'), await collections('major')];
    await ask(3_000);
    const [minors, majors] = [(await collections('minor')) - minor, (await collections('major')) - major];
    expect(minors).toBeGreaterThan(20);
    expect(majors).toBeLessThan(minors / 10);
  });
});
