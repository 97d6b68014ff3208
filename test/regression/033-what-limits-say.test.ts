import { describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { minimal } from '../support/drivers/samples.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();

type Refusal = { message: string; details?: { field: string; message: string }[] };

async function refusal(path: string, body?: unknown): Promise<Refusal> {
  const { token } = await mintKey();
  const { status, text } = await send(`${gateway.url}${path}`, {
    token,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(status).toBe(400);
  return parse<Refusal>(text);
}

// It was "The request is invalid.".
test.each(['GET', 'POST'])('a tRPC batch of 51 by %s is told of the limit, once', async (method) => {
  const { token } = await mintKey();
  const paths = Array.from({ length: 51 }, () => 'agents.list').join(',');
  const { status, text } = await send(`${gateway.url}/trpc/${paths}?batch=1`, {
    token,
    ...(method === 'POST' && { body: '{}' }),
  });

  expect(status).toBe(400);
  expect(parse(text)).toMatchObject({
    error: {
      message: 'A batch has at most 50 calls. Send the others in a batch of their own.',
      data: { error: 'Invalid Request', code: 'BAD_REQUEST', httpStatus: 400 },
    },
  });
});

describe('a cursor of more than 1,000 characters', () => {
  const cursor = 'x'.repeat(1_001);
  const message = 'cursor must have at most 1000 characters';

  test('over REST', async () => {
    expect(await refusal(`/v1/agents?cursor=${cursor}`)).toMatchObject({ message });
  });

  test('over tRPC', async () => {
    const input = encodeURIComponent(JSON.stringify({ cursor }));
    expect(await refusal(`/trpc/agents.list?input=${input}`)).toMatchObject({ error: { message } });
  });

  test('over GraphQL', async () => {
    const { token } = await mintKey();
    const query = `{ agents(after: "${cursor}") { nodes { id } } }`;
    const { text } = await send(`${gateway.url}/graphql`, { token, body: JSON.stringify({ query }) });
    expect(parse(text)).toMatchObject({ errors: [{ message: message.replace('cursor', 'after') }] });
  });
});

test.each([
  [9_007_199_254_740_992, 'must be at most 9007199254740991'],
  [1e300, 'must be at most 9007199254740991'],
  [-1, 'must be a whole number of at least 0'],
  [1.5, 'must be a whole number of at least 0'],
  ['1', 'must be a whole number of at least 0'],
  [-1e300, 'must be a whole number of at least 0'],
])('a count of %s is told: %s', async (inputTokens, message) => {
  const { details } = await refusal('/v1/events', { type: 'llm', inputTokens });
  expect(details).toEqual([{ field: 'inputTokens', message }]);
});

test('a count of 9007199254740991 is taken', async () => {
  const { token } = await mintKey();
  const body = JSON.stringify({ type: 'llm', inputTokens: Number.MAX_SAFE_INTEGER });
  expect((await send(`${gateway.url}/v1/events`, { token, body })).status).toBe(201);
});

test('a key that is wrong in two ways has one entry in details', async () => {
  const { details } = await refusal('/v1/revenues', { ...minimal, agentKey: `${'x'.repeat(255)}\0` });
  expect(details).toEqual([{ field: 'agentKey', message: 'must have at most 255 characters' }]);
});

test('an item of a batch that is no object is not called the body', async () => {
  const { token } = await mintKey();
  const body = JSON.stringify([null, minimal]);
  const { status, text } = await send(`${gateway.url}/v1/revenues/batch`, { token, body });

  expect(status).toBe(200);
  expect(parse(text)).toMatchObject({
    results: [
      { status: 'rejected', error: { message: 'The input must be of type object' } },
      { status: 'created' },
    ],
  });
});
