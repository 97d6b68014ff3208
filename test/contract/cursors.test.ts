import { beforeAll, describe, expect, test } from 'vitest';
import { newSpanId, newTraceId, sendOtlp, tracesRequest } from '../otlp/otlp-client.ts';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { minimal } from '../support/drivers/samples.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { operations } from '../support/openapi/document.ts';

const gateway = useGateway();

const lists = operations
  .filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'))
  .map(({ path }) => path.replace('/v1/', '').replace('{key}', 's0'));
/** Bodies that make two records of each kind, and two of each row they name. */
const bodies: Record<string, (i: number) => object> = {
  revenues: (i) => ({ ...minimal, agentKey: `a${i}`, customerKey: `c${i}`, sessionKey: `s${i}` }),
  outcomes: (i) => ({ value: '1.00', ...(i === 0 && { sessionKey: 's0' }) }),
  goals: (i) => ({ goalKey: `g${i}` }),
  events: (i) => ({ type: 'tool', toolKey: `t${i}` }),
  prices: (i) => ({ model: `m${i}`, effectiveFrom: '2026-01-01T00:00:00Z', input: '1' }),
};

let token: string;
const cursors = new Map<string, string>();
beforeAll(async () => {
  ({ token } = await mintKey());
  for (const [kind, toBody] of Object.entries(bodies)) {
    for (const i of [0, 1]) {
      const body = JSON.stringify(toBody(i));
      const { status, text } = await send(`${gateway.url}/v1/${kind}`, { token, body });
      expect(status, text).toBe(201);
      if (kind === 'revenues' && i === 0) await correct(parse(text));
    }
  }
  for (const scope of ['one', 'two']) await tellTelemetry(scope);
  for (const list of lists) {
    const { headers } = await ask(list, 'limit=1');
    const [, cursor = ''] = /cursor=([^&>]+)/.exec(headers.get('link') ?? '') ?? [];
    expect(cursor, list).not.toBe('');
    cursors.set(list, cursor);
  }
});

/** Until its source is counted. */
async function tellTelemetry(scope: string): Promise<void> {
  const span = { traceId: newTraceId(), spanId: newSpanId() };
  await sendOtlp(gateway.url, token, { body: tracesRequest([span], {}, scope) });
  const isCounted = async () => (await ask('traces/sources', '')).text.includes(`"${scope}"`);
  await waitUntil('the source is counted', isCounted);
}

/** Twice, so that the revenue counts again. */
async function correct({ id }: { id?: unknown }): Promise<void> {
  for (const action of ['void', 'restore']) {
    const body = JSON.stringify({ action, reason: 'test' });
    const { status, text } = await send(`${gateway.url}/v1/revenues/${id}/corrections`, { token, body });
    expect(status, text).toBe(201);
  }
}

const ask = (list: string, query: string) => send(`${gateway.url}/v1/${list}?${query}`, { token });

describe.each(lists)('a cursor of %s', (list) => {
  test.each(lists.filter((other) => other !== list))('is refused by %s', async (other) => {
    const { status, text } = await ask(other, `cursor=${cursors.get(list)}`);
    expect(status).toBe(400);
    expect(parse(text)).toMatchObject({
      code: 'Invalid Request',
      message: 'cursor is not a cursor of this list with this sort',
    });
  });

  test('is accepted by its own list', async () => {
    const { status, text } = await ask(list, `cursor=${cursors.get(list)}`);
    expect(status).toBe(200);
    expect(parse(text)).toHaveLength(1);
  });
});

test('a cursor that belongs to no list is refused', async () => {
  const id = '018d0c3e-7b1c-7c43-9f3a-2f6f0e9c4a11';
  const cursor = Buffer.from(`-id\n${id}\n${id}`).toString('base64url');
  expect(await ask('revenues', `cursor=${cursor}`)).toMatchObject({ status: 400 });
});

describe('a cursor of more than 1,000 characters is refused', () => {
  const cursor = 'x'.repeat(1_001);
  const message = 'cursor must have at most 1000 characters';

  test('over REST', async () => {
    const { status, text } = await ask('agents', `cursor=${cursor}`);
    expect(status).toBe(400);
    expect(parse(text)).toMatchObject({ message });
  });

  test('over tRPC', async () => {
    const input = encodeURIComponent(JSON.stringify({ cursor }));
    const { status, text } = await send(`${gateway.url}/trpc/agents.list?input=${input}`, { token });
    expect(status).toBe(400);
    expect(parse(text)).toMatchObject({ error: { message } });
  });

  test('over GraphQL', async () => {
    const query = `{ agents(after: "${cursor}") { nodes { id } } }`;
    const { text } = await send(`${gateway.url}/graphql`, { token, body: JSON.stringify({ query }) });
    expect(parse(text)).toMatchObject({ errors: [{ message: message.replace('cursor', 'after') }] });
  });
});
