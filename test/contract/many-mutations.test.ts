import type { Revenue } from '@outturn/service';
import { describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse, succeeded } from '../support/drivers/driver.ts';
import { sendDocument } from '../support/drivers/graphql.ts';
import { send } from '../support/drivers/http.ts';
import { connectRest } from '../support/drivers/rest.ts';
import { minimal } from '../support/drivers/samples.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import type { TrpcAnswer } from '../support/drivers/trpc.ts';

const gateway = useGateway();

const recorded = async (token: string) => succeeded(await connectRest(gateway.url, token).list()).items;

describe('a tRPC batch', () => {
  const post = async (paths: string, inputs: unknown[], call: { token: string; idempotencyKey?: string }) => {
    const url = `${gateway.url}/trpc/${paths}?batch=1`;
    const answer = await send(url, { ...call, body: JSON.stringify({ ...inputs }) });
    return parse<TrpcAnswer<Revenue>[]>(answer.text);
  };
  const two = 'revenues.record,revenues.record';

  test('with two mutations under one key is refused', async () => {
    const { token } = await mintKey();
    const answers = await post(two, [minimal, minimal], { token, idempotencyKey: 'once' });

    expect(answers).toHaveLength(2);
    for (const { error } of answers) {
      expect(error?.data).toMatchObject({ error: 'Invalid Request', httpStatus: 400 });
      expect(error?.message).toContain('One idempotency key cannot stand for several mutations.');
    }
    expect(await recorded(token)).toEqual([]);
  });

  test('with one mutation under a key, or with two without one, is carried out', async () => {
    const { token } = await mintKey();
    const [one] = await post('revenues.record', [minimal], { token, idempotencyKey: 'once' });
    const [again] = await post('revenues.record', [minimal], { token, idempotencyKey: 'once' });
    const others = await post(two, [minimal, minimal], { token });

    expect(again?.result?.data).toEqual(one?.result?.data);
    expect(new Set(others.map(({ result }) => result?.data.id)).size).toBe(2);
    expect(await recorded(token)).toHaveLength(3);
  });
});

describe('a GraphQL document', () => {
  const mutation = (name: string, argument = '') =>
    `${name}: recordRevenue(input: {amount: "1.00", recordedAt: "2024-01-15T10:30:00.000Z"}${argument}) { id }`;
  const run = (query: string, call: { token: string; idempotencyKey?: string }) =>
    sendDocument<Record<string, { id: string }>>(gateway.url, { query }, call);

  test.each([
    ['two mutations', `mutation { ${mutation('a')} ${mutation('b')} }`],
    [
      'two in fragments',
      `mutation { ...F ... { ${mutation('b')} } } fragment F on Mutation { ${mutation('a')} }`,
    ],
  ])('with %s under one key is refused', async (_, query) => {
    const { token } = await mintKey();
    const result = await run(query, { token, idempotencyKey: 'once' });

    expect(result).toMatchObject({
      ok: false,
      code: 'Invalid Request',
      status: 400,
      message: expect.stringContaining('cannot stand for several mutations'),
    });
    expect(await recorded(token)).toEqual([]);
  });

  test('accepts a key for each mutation by argument, equivalent to one in the header', async () => {
    const { token } = await mintKey();
    const document = `mutation { ${mutation('a', ', idempotencyKey: "A"')} ${mutation('b', ', idempotencyKey: "B"')} }`;
    const original = await run(document, { token });
    const retry = await run(document, { token });

    expect(original).toMatchObject({ ok: true, replayed: false });
    expect(retry).toEqual({ ...original, replayed: true });
    const { a } = succeeded(original);
    const overRest = await connectRest(gateway.url, token).record(minimal, { idempotencyKey: 'A' });
    expect(overRest).toMatchObject({ replayed: true, value: { id: a?.id } });
    expect(await recorded(token)).toHaveLength(2);
  });

  test('refuses an argument that differs from the header, and a malformed one', async () => {
    const { token } = await mintKey();
    const differing = await run(`mutation { ${mutation('a', ', idempotencyKey: "A"')} }`, {
      token,
      idempotencyKey: 'header',
    });
    const one = await run(`mutation { ${mutation('a')} }`, { token, idempotencyKey: 'header' });
    const other = await run(`mutation { ${mutation('a', ', idempotencyKey: "A"')} }`, { token });
    const malformed = await run(`mutation { ${mutation('a', ', idempotencyKey: "a b"')} }`, { token });

    expect(differing).toMatchObject({
      ok: false,
      code: 'Invalid Request',
      status: 400,
      message: expect.stringContaining('differ. Send one of them.'),
    });
    // Nothing was recorded under either key.
    expect(one).toMatchObject({ ok: true, replayed: false });
    expect(other).toMatchObject({ ok: true, replayed: false });
    expect(malformed).toMatchObject({ ok: false, code: 'Invalid Request', status: 400 });
    expect(await recorded(token)).toHaveLength(2);
  });

  test('refuses a malformed header, whatever its argument', async () => {
    const { token } = await mintKey();
    const query = `mutation { ${mutation('a', ', idempotencyKey: "A"')} }`;
    expect(await run(query, { token, idempotencyKey: 'a b' })).toMatchObject({
      ok: false,
      message: 'An idempotency key has 1 to 255 visible ASCII characters.',
    });
  });

  test('takes an argument that equals the header', async () => {
    const { token } = await mintKey();
    const query = `mutation { ${mutation('a', ', idempotencyKey: "A"')} }`;
    expect(await run(query, { token, idempotencyKey: 'A' })).toMatchObject({ ok: true });
    expect(await run(query, { token })).toMatchObject({ replayed: true });
  });

  test('with several mutations takes their arguments over the header', async () => {
    const { token } = await mintKey();
    const both = `mutation { ${mutation('a', ', idempotencyKey: "A"')} ${mutation('b', ', idempotencyKey: "B"')} }`;
    expect(await run(both, { token, idempotencyKey: 'header' })).toMatchObject({ ok: true, replayed: false });
    expect(await run(both, { token })).toMatchObject({ ok: true, replayed: true });
  });
});

describe('Idempotent-Replayed', () => {
  const graphql = (token: string, keys: Record<string, string>) => {
    const fields = Object.entries(keys).map(
      ([name, key]) =>
        `${name}: recordRevenue(input: {amount: "1.00", recordedAt: "2024-01-15T10:30:00.000Z"}, idempotencyKey: "${key}") { id }`,
    );
    const body = JSON.stringify({ query: `mutation { ${fields.join(' ')} }` });
    return send(`${gateway.url}/graphql`, { token, body });
  };

  /** By the keys of the records, because a tRPC batch takes no idempotency key for each call. */
  const trpc = (token: string, keys: Record<string, string>) => {
    const names = Object.values(keys);
    const body = JSON.stringify(
      Object.fromEntries(names.map((key, i) => [i, { ...minimal, ...(key !== ' ' && { key }) }])),
    );
    const path = names.map(() => 'revenues.record').join(',');
    return send(`${gateway.url}/trpc/${path}?batch=1`, { token, body });
  };

  test.each([
    ['a GraphQL document', graphql],
    ['a tRPC batch', trpc],
  ])('is sent for %s only when every mutation is replayed', async (_, run) => {
    const { token } = await mintKey();
    const replayed = async (keys: Record<string, string>) =>
      (await run(token, keys)).headers.get('idempotent-replayed');
    expect(await replayed({ a: 'one', b: 'two' })).toBeNull();
    expect(await replayed({ a: 'one', b: 'two' })).toBe('true');
    expect(await replayed({ a: 'one', b: 'three' })).toBeNull();
    expect(await replayed({ a: 'four', b: 'two' })).toBeNull();
    // Mutations that are refused or recorded without a key, after and before a replayed one.
    expect(await replayed({ a: 'one', b: ' ' })).toBeNull();
    expect(await replayed({ a: ' ', b: 'one' })).toBeNull();
    expect(await replayed({ a: 'one', b: 'two', c: 'three', d: 'four' })).toBe('true');
  });
});
