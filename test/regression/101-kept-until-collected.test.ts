import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { scrape, sumOf } from '../support/metrics.ts';

const gateway = useGateway();

async function collections(kind: 'minor' | 'major'): Promise<number> {
  return sumOf((await scrape(gateway.url)).samples, 'nodejs_gc_duration_seconds_count', { kind });
}

// V8 puts a function into the old generation that is assigned to a property where it is written (`query.callback = () => …`),
// and with it whatever it can reach. Until its code was optimized, for some 15,000 lists, the rows of each list stayed until the
// whole heap was collected, which was once for every five collections of what is young.
test('what a list was made of goes with what is young', { timeout: 120_000 }, async () => {
  const { token } = await mintKey({ plan: 'unlimited' });
  const items = Array.from({ length: 100 }, () => ({
    amount: '1.00',
    recordedAt: '2026-06-30T12:00:00Z',
    agentKey: 'agent',
    customerKey: 'customer',
  }));
  expect(
    (await send(`${gateway.url}/v1/revenues/batch`, { token, body: JSON.stringify(items) })).status,
  ).toBe(200);
  const ask = async (count: number) => {
    let left = count;
    const one = async () => {
      while (left-- > 0) {
        const { status } = await send(`${gateway.url}/v1/revenues?limit=100`, { token });
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
