import { describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { minimal } from '../support/drivers/samples.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import type { TrpcAnswer } from '../support/drivers/trpc.ts';

const gateway = useGateway();

/** Internals that no answer may contain: stacks, files, libraries, tRPC's own messages. */
const internal = /node_modules|\.ts\b|\bat \S+:\d|\/work\/|batch size|stack|Error:/i;

const repeated = (count: number) => Array.from({ length: count }, () => 'agents.list').join(',');
const inputs = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [i, { limit: 1 }]));

describe('a tRPC batch', () => {
  /** One error for the whole batch. */
  const refusal = {
    error: {
      message: 'A batch has at most 50 calls. Send the others in a batch of their own.',
      data: { error: 'Invalid Request', code: 'BAD_REQUEST', httpStatus: 400 },
    },
  };

  test('has at most 50 calls', async () => {
    const { token } = await mintKey();
    const ask = (count: number) => {
      const input = encodeURIComponent(JSON.stringify(inputs(count)));
      return send(`${gateway.url}/trpc/${repeated(count)}?batch=1&input=${input}`, { token });
    };

    const full = await ask(50);
    expect(full.status).toBe(200);
    expect(parse<unknown[]>(full.text)).toHaveLength(50);
    const tooMany = await ask(51);
    expect(tooMany.status).toBe(400);
    expect(tooMany.text).not.toMatch(internal);
    expect(parse(tooMany.text)).toMatchObject(refusal);
  });

  test('with more calls is refused as a POST, too', async () => {
    const { token } = await mintKey();
    const url = `${gateway.url}/trpc/${repeated(51)}?batch=1`;
    const { status, text } = await send(url, { token, body: JSON.stringify(inputs(51)) });
    expect(status).toBe(400);
    expect(parse(text)).toMatchObject(refusal);
  });
});

describe('a query that is too long for a URL', () => {
  const query = { window: { from: '2026-01-01', to: '2026-02-01' }, totals: ['revenue'] };
  const where = { agent: { in: Array.from({ length: 500 }, (_, i) => `${'k'.repeat(100)}${i}`) } };

  test('is sent as a POST', async () => {
    const { token } = await mintKey();
    const body = JSON.stringify({ ...query, where });
    const { status, text } = await send(`${gateway.url}/trpc/analytics.slice`, { token, body });

    expect(status).toBe(200);
    expect(parse<TrpcAnswer<{ totals: object }>>(text).result?.data.totals).toEqual({ revenue: '0' });
  });

  test('never writes, because a GET with a mutation is refused', async () => {
    const { token } = await mintKey();
    const input = encodeURIComponent(JSON.stringify(minimal));
    const refused = await send(`${gateway.url}/trpc/revenues.record?input=${input}`, { token });

    expect(refused.status).toBe(405);
    expect(refused.text).not.toMatch(internal);
    const list = await send(`${gateway.url}/v1/revenues`, { token });
    expect(list.text).toBe('[]');
  });
});
