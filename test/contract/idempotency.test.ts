import { describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse, succeeded } from '../support/drivers/driver.ts';
import { type Answer, send } from '../support/drivers/http.ts';
import { endpointSample, minimal } from '../support/drivers/samples.ts';
import { surfaces, useGateway, useOwnGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();
const neighbour = useOwnGateway();

const reused = {
  ok: false,
  code: 'Idempotency Key Reused',
  status: 400,
  message: 'This idempotency key was used before with different input. Use a new key for a new record.',
  details: undefined,
};

describe.each(surfaces)('idempotency over $name', ({ connect }) => {
  const newAccount = async () => connect(gateway.url, (await mintKey()).token);

  test.each(surfaces)('replays a key that is retried over $name', async (other) => {
    const { token } = await mintKey();
    const call = { idempotencyKey: 'once' };
    const original = succeeded(await connect(gateway.url, token).record(endpointSample, call));

    for (const { url } of [gateway, neighbour]) {
      const retry = await other.connect(url, token).record(endpointSample, call);
      expect(retry).toEqual({ ok: true, value: original, replayed: true });
    }
    expect(succeeded(await connect(gateway.url, token).list()).items).toEqual([original]);
  });

  test('refuses the same key with other input and writes nothing', async () => {
    const api = await newAccount();
    const call = { idempotencyKey: 'once' };
    const original = succeeded(await api.record(endpointSample, call));

    expect(await api.record({ ...endpointSample, amount: '99.9' }, call)).toEqual(reused);
    expect(await api.record({ ...endpointSample, description: undefined }, call)).toEqual(reused);
    expect(await api.record({ ...endpointSample, agentKey: 'another', key: 'mine' }, call)).toEqual(reused);
    expect(succeeded(await api.list()).items).toEqual([original]);
    // The refused call leaves its record key free.
    expect(succeeded(await api.record({ ...minimal, key: 'mine' })).key).toBe('mine');
  });

  test('treats equivalent spellings as the same input', async () => {
    const api = await newAccount();
    const call = { idempotencyKey: 'once' };
    const original = succeeded(await api.record(endpointSample, call));
    const { amount, ...rest } = endpointSample;
    const inOtherWords = { ...rest, recordedAt: '2024-01-15T12:30:00+02:00', amount: `00${amount}` };

    expect(await api.record(inOtherWords, call)).toEqual({ ok: true, value: original, replayed: true });
  });

  test('treats an id in capitals as the same id', async () => {
    const api = await newAccount();
    const { agentId } = succeeded(await api.record({ ...minimal, agentKey: 'ann' }));
    const call = { idempotencyKey: 'once' };
    const original = succeeded(await api.record({ ...minimal, agentId }, call));
    const inCapitals = { ...minimal, agentId: agentId?.toUpperCase() };

    expect(await api.record(inCapitals, call)).toEqual({ ok: true, value: original, replayed: true });
    expect(succeeded(await api.get(original.id.toUpperCase()))).toEqual(original);
  });

  test('treats input that would be stored or shown differently as other input', async () => {
    const api = await newAccount();
    const call = { idempotencyKey: 'once' };
    const input = { ...minimal, amount: '1.00', agentKey: 'ann' };
    const original = succeeded(await api.record(input, call));
    const { agentKey: _, ...nameless } = input;

    const nulls = { description: null, key: null, source: null };
    expect(await api.record({ ...input, ...nulls }, call)).toMatchObject({ ok: true, replayed: true });
    for (const other of [
      { ...input, amount: '1.0' },
      { ...input, source: 'Manual' },
      { ...input, description: '' },
      { ...nameless, agentId: original.agentId },
    ])
      expect(await api.record(other, call)).toEqual(reused);
    expect(succeeded(await api.list()).items).toEqual([original]);
  });

  test('takes both spellings of the header for one key, and refuses two that differ', async () => {
    const api = await newAccount();
    const short = { headers: { 'x-idempotency-key': 'once' } };
    const long = { headers: { 'Idempotency-Key': 'once' } };
    const original = succeeded(await api.record(minimal, short));

    expect(await api.record(minimal, long)).toEqual({ ok: true, value: original, replayed: true });
    const both = { headers: { ...short.headers, ...long.headers } };
    expect(await api.record(minimal, both)).toEqual({ ok: true, value: original, replayed: true });
    const different = { headers: { 'x-idempotency-key': 'once', 'Idempotency-Key': 'twice' } };
    expect(await api.record(minimal, different)).toMatchObject({
      ok: false,
      code: 'Invalid Request',
      status: 400,
      message: 'x-idempotency-key and Idempotency-Key are both present and differ. Send one of them.',
    });
    expect(succeeded(await api.list()).items).toEqual([original]);
  });

  test.each(['', 'with space', 'ümlaut', 'x'.repeat(256)])('refuses the malformed key "%s"', async (key) => {
    const api = await newAccount();

    expect(await api.record(minimal, { idempotencyKey: key })).toMatchObject({
      ok: false,
      code: 'Invalid Request',
      status: 400,
      message: 'An idempotency key has 1 to 255 visible ASCII characters.',
    });
    expect(succeeded(await api.list({}, { idempotencyKey: key })).items).toEqual([]);
  });

  test('takes every visible character in a key, up to 255 of them', async () => {
    const api = await newAccount();
    const visible = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).join('');
    for (const idempotencyKey of [visible, '~'.repeat(255), '0']) {
      const original = succeeded(await api.record(minimal, { idempotencyKey }));
      const retry = await api.record(minimal, { idempotencyKey });
      expect(retry).toEqual({ ok: true, value: original, replayed: true });
    }
    expect(succeeded(await api.list()).items).toHaveLength(3);
  });

  test('shares a key among the API keys of a developer, and not with others', async () => {
    const { token, developer } = await mintKey();
    const { token: sibling } = await mintKey({ developer });
    const { token: stranger } = await mintKey();
    const call = { idempotencyKey: 'once' };
    const original = succeeded(await connect(gateway.url, token).record(minimal, call));

    const again = await connect(gateway.url, sibling).record(minimal, call);
    expect(again).toEqual({ ok: true, value: original, replayed: true });
    const theirs = await connect(gateway.url, stranger).record({ ...minimal, amount: '2' }, call);
    expect(theirs).toMatchObject({ ok: true, replayed: false });
  });

  test('records every call without a key', async () => {
    const api = await newAccount();
    const [first, second] = [await api.record(minimal), await api.record(minimal)];

    expect(first).toMatchObject({ ok: true, replayed: false });
    expect(second).toMatchObject({ ok: true, replayed: false });
    expect(succeeded(first).id).not.toBe(succeeded(second).id);
  });
});

test('a key that another operation used is told so', async () => {
  const { token } = await mintKey();
  const call = async (path: string, body: object, idempotencyKey: string) => {
    const answer = await send(`${gateway.url}${path}`, { token, body: JSON.stringify(body), idempotencyKey });
    return { status: answer.status, message: parse<{ message?: string }>(answer.text).message };
  };
  const revenue = await call('/v1/revenues', minimal, 'revenue');
  const agent = await call('/v1/agents', { key: 'a' }, 'agent');
  expect([revenue.status, agent.status]).toEqual([201, 201]);

  const elsewhere = {
    status: 400,
    message: 'This idempotency key was used before for another operation. Use a new key for each operation.',
  };
  expect(await call('/v1/outcomes', { value: '1' }, 'revenue')).toEqual(elsewhere);
  expect(await call('/v1/agents', { key: 'b' }, 'revenue')).toEqual(elsewhere);
  expect(await call('/v1/revenues', minimal, 'agent')).toEqual(elsewhere);
  expect(await call('/v1/revenues', { ...minimal, amount: '2' }, 'revenue')).toEqual({
    status: 400,
    message: reused.message,
  });
  expect(await call('/v1/customers', { key: 'a' }, 'agent')).toEqual(elsewhere);
  expect(await call('/v1/agents', { key: 'b' }, 'agent')).toEqual({
    status: 400,
    message: 'This idempotency key was used before with different input. Use a new key.',
  });
  const batch = [{ ...minimal, idempotencyKey: 'agent' }];
  const { text } = await send(`${gateway.url}/v1/revenues/batch`, { token, body: JSON.stringify(batch) });
  expect(text).toContain(elsewhere.message);
});

describe('a replay over REST', () => {
  test.each([
    endpointSample,
    { ...minimal, amount: '-000.50', recordedAt: '2024-01-15T10:30:00.1234567+03:00' },
    { ...minimal, description: 'é"\\\u2028\u0001🙂', source: 'ß', key: '"k\\', agentKey: '{a,"b"}' },
    { ...minimal, description: '', customerKey: 'NULL', sessionKey: ' ' },
  ])('is byte for byte the original, also from another gateway: %j', async (input) => {
    const { token } = await mintKey();
    const post = (url: string): Promise<Answer> =>
      send(`${url}/v1/revenues`, { token, idempotencyKey: 'once', body: JSON.stringify(input) });
    const original = await post(gateway.url);

    expect(original.status).toBe(201);
    expect(original.headers.get('idempotent-replayed')).toBeNull();
    for (const { url } of [gateway, neighbour]) {
      const replay = await post(url);
      expect(replay.status).toBe(201);
      expect(replay.headers.get('idempotent-replayed')).toBe('true');
      expect(replay.text).toBe(original.text);
    }
  });
});
