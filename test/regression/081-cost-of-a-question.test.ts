import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { behindProxy, type Gateway, startGateway } from '../support/gateway.ts';

let gateway: Gateway;

beforeAll(async () => {
  const limits = { ...behindProxy, RATE_LIMITS: 'free=20', REDIS_URL: '' };
  gateway = await startGateway(inject('databaseUrl'), limits);
});

afterAll(() => gateway.stop());

/** A question that costs as much as so many calls. */
async function ask(token: string, calls: number) {
  const series = Array.from({ length: calls }, (_, i) => `s${i}: series(every: DAY) { start }`);
  const query = `{ analytics(window: {from: "2026-01-01", to: "2026-01-02"}) { ${series.join(' ')} } }`;
  const { headers, text } = await send(`${gateway.url}/graphql`, { token, body: JSON.stringify({ query }) });
  const { errors } = parse<{ errors?: { message: string }[] }>(text);
  return { message: errors?.[0]?.message, remaining: Number(headers.get('x-ratelimit-remaining')) };
}

// It was said to cost one less than it does, and the refusal cost two.
test('a question that costs more than is left is told its whole cost, for the price of one', async () => {
  const { token } = await mintKey({ plan: 'free' });
  expect(await ask(token, 12)).toEqual({ remaining: 8 });
  expect(await ask(token, 9)).toEqual({
    message: expect.stringMatching(/^This call costs as much as 9 calls, and 7 are left for now\. Split it /),
    remaining: 7,
  });
  expect(await ask(token, 7)).toEqual({ remaining: 0 });
});

test('one that costs more than a minute allows is refused for the price of one', async () => {
  const { token } = await mintKey({ plan: 'free' });
  expect(await ask(token, 21)).toEqual({
    message: expect.stringMatching(
      /^This call costs as much as 21 calls, and the plan free allows 20 a minute/,
    ),
    remaining: 19,
  });
  expect(await ask(token, 19)).toEqual({ remaining: 0 });
});
