import { beforeAll, describe, expect, test } from 'vitest';
import { tryAsk } from '../support/analytics/ask.ts';
import { plain, refused } from '../support/analytics/corpus.ts';
import { mintKey, testDatabase } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();

let token: string;
beforeAll(async () => {
  ({ token } = await mintKey({ scopes: ['analytics:read', 'analytics:explain'] }));
});

/** The refusal of a question of a developer without records. */
async function refusal(question: unknown) {
  const result = await tryAsk(gateway.url, token, question);
  if (result.ok) throw new Error(`answered: ${JSON.stringify(result.value)}`);
  return result;
}

describe('a wrong question is refused with what to change', () => {
  test.each(refused)('%s', async (_, question, field, says) => {
    const { code, status, message, details } = await refusal(question);
    expect({ code, status }).toEqual({ code: 'Invalid Request', status: 400 });
    const detail = details?.find((each) => each.field === field);
    expect(detail?.message, JSON.stringify(details)).toMatch(says);
    expect(message).not.toMatch(/undefined|\[object/);
  });
});

describe('scopes', () => {
  test('no question is answered without analytics:read', async () => {
    const { token } = await mintKey({ scopes: ['revenues:read', 'analytics:explain'] });
    const result = await tryAsk(gateway.url, token, plain);
    expect(result).toMatchObject({ ok: false, code: 'Forbidden', status: 403 });
  });

  test('a plan requires analytics:explain, an answer does not', async () => {
    const { token } = await mintKey({ scopes: ['analytics:read'] });
    const explained = await tryAsk(gateway.url, token, { ...plain, plan: true });
    expect(explained).toMatchObject({ ok: false, code: 'Forbidden', status: 403 });
    expect(explained).toHaveProperty('message', expect.stringContaining('analytics:explain'));
    expect(await tryAsk(gateway.url, token, { ...plain, plan: false })).toMatchObject({ ok: true });
  });
});

test('the window of comparison is checked against the limit of records by itself', async () => {
  const { token, developer } = await mintKey();
  const { pool } = await testDatabase();
  // The rollups claim many revenues in 2025, from which the cost is estimated.
  await pool.query(
    `insert into rollups (developer_id, cut, fact, grain, bucket, key, total, count)
     select id, 1, 1, 1440, '2025-06-15', gen_random_uuid(), 0, 20000000 from developers where name = $1`,
    [developer],
  );
  const asked = { window: { from: '2026-06-01', to: '2026-06-05' }, totals: ['sessions'] };
  expect(await tryAsk(gateway.url, token, asked)).toMatchObject({ ok: true });
  const window = { from: '2025-01-01', to: '2026-01-01' };
  expect(
    await tryAsk(gateway.url, token, { ...asked, previous: { window, totals: ['sessions'] } }),
  ).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^previous\.totals would read 20 million records one by one/),
  });
});

test('questions at the limits are answered', async () => {
  const { token } = await mintKey();
  const keys = Array.from({ length: 1000 }, (_, i) => `k${i}`);
  const atLimits: unknown[] = [
    { ...plain, where: { agent: { in: keys } } },
    { ...plain, window: { from: '1970-01-01', to: '9999-12-31' }, previous: { totals: ['revenue'] } },
    { ...plain, window: { from: '2028-01-01', to: '2029-01-01' }, series: { s: { every: 'hour' } } },
    {
      ...plain,
      window: { from: '1970-01-01T00:00:00.000Z', to: '9999-12-31T23:59:59.999Z' },
      series: { s: { every: 'year', totals: ['revenue'] } },
    },
    { window: plain.window, totals: [], series: { constructor: { every: 'day', totals: ['share'] } } },
    {
      ...plain,
      where: { amount: {}, agent: {}, metadata: [] },
      by: { b: { dimension: 'agent', first: 1000 } },
    },
  ];
  for (const question of atLimits)
    expect(await tryAsk(gateway.url, token, question)).toMatchObject({ ok: true });
});

test('__proto__ is refused as the name of a part, whatever its value', async () => {
  const { token } = await mintKey();
  const question = `{"window":{"from":"2026-01-01","to":"2026-02-01"},"series":{"__proto__":{"every":"day"}},"by":{"__proto__":{"dimension":"agent"}}}`;
  const result = await tryAsk(gateway.url, token, question);
  expect(result).toMatchObject({ ok: true });
  expect(Object.keys(result.ok ? result.value : {})).toEqual(['window']);
});
