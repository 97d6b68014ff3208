import { beforeAll, describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { type Call, send } from '../support/drivers/http.ts';
import { minimal } from '../support/drivers/samples.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();

/** Parts that differ between any two answers. */
const changing = /"(id|key|createdAt|updatedAt)":"[^"]*"/g;
const changingHeaders = ['x-request-id', 'date', 'ratelimit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

/** The same call through the direct path for records and, with a trailing slash, through tRPC's own handler. */
async function both(path: string, call: Call & { body: string }) {
  const answers = [];
  for (const end of ['', '/']) {
    const { status, headers, text } = await send(`${gateway.url}/trpc/${path}${end}`, call);
    answers.push({
      status,
      text: text.replace(changing, ''),
      headers: Object.fromEntries([...headers].filter(([name]) => !changingHeaders.includes(name))),
    });
  }
  return answers as [(typeof answers)[number], (typeof answers)[number]];
}

describe('a record over tRPC is answered as tRPC itself would', () => {
  let token: string;
  beforeAll(async () => {
    ({ token } = await mintKey());
    await send(`${gateway.url}/trpc/revenues.record`, {
      token,
      idempotencyKey: 'used',
      body: JSON.stringify(minimal),
    });
  });

  const record = JSON.stringify(minimal);
  const cases: { name: string; path?: string; body: string; call?: Call; status: number }[] = [
    { name: 'a new record', body: record, status: 200 },
    { name: 'a batch', path: 'revenues.recordBatch', body: `[${record},{}]`, status: 200 },
    { name: 'a replay', body: record, call: { idempotencyKey: 'used' }, status: 200 },
    { name: 'a reused key', body: '{"amount":"1"}', call: { idempotencyKey: 'used' }, status: 400 },
    { name: 'an invalid record', body: '{"amount":"x"}', status: 400 },
    { name: 'null', body: 'null', status: 400 },
    { name: 'no body', body: '', status: 400 },
    { name: 'invalid JSON', body: '{"amount"', status: 400 },
    { name: 'a body that is too large', body: ' '.repeat(9 * 1024 ** 2), status: 400 },
    {
      name: 'another content type',
      body: record,
      call: { headers: { 'content-type': 'text/plain' } },
      status: 400,
    },
    { name: 'a key that is not known', body: record, call: { token: 'nobody' }, status: 401 },
    {
      name: 'a stream',
      body: record,
      call: { headers: { 'trpc-accept': 'application/jsonl' } },
      status: 400,
    },
  ];

  test.each(cases)('$name', async ({ path = 'revenues.record', body, call, status }) => {
    const [ours, trpcs] = await both(path, { token, ...call, body });
    expect(ours).toEqual(trpcs);
    expect(ours.status).toBe(status);
  });

  test('when the limit of the plan is exceeded', async () => {
    const free = await mintKey({ plan: 'free' });
    const batches = Array.from({ length: 70 }, () =>
      send(`${gateway.url}/trpc/revenues.recordBatch`, { ...free, body: `[${Array(1000).fill('1')}]` }),
    );
    await Promise.all(batches);
    const [ours, trpcs] = await both('revenues.record', { ...free, body: record });
    for (const answer of [ours, trpcs]) {
      expect(answer.status).toBe(429);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(ours.text).toEqual(trpcs.text.replace(/after \d+/, /after \d+/.exec(ours.text)?.[0] ?? ''));
  });
});
