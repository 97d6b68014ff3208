import { beforeAll, describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { type Driver, parse, succeeded } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { connectRest } from '../support/drivers/rest.ts';
import { minimal, unknownId } from '../support/drivers/samples.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { bound } from '../support/load/figures.ts';

const gateway = useGateway();
let token: string;
let api: Driver;
beforeAll(async () => {
  ({ token } = await mintKey());
  api = connectRest(gateway.url, token);
});

/** The call is refused, and this field is the first in the details. */
async function expectRefused(patch: object, field: string, code = 'Invalid Request'): Promise<void> {
  const result = await api.record({ ...minimal, ...patch });

  expect(result).toMatchObject({ ok: false, code, status: 400 });
  expect(result).toMatchObject({ details: [{ field, message: expect.stringMatching(/\S/) }] });
  expect(succeeded(await api.list()).items).toEqual([]);
}

// revenue.schema.test.ts in packages/service tries every value that a field refuses.
test.each([
  ['amount', '1,5'],
  ['amount', 99.9],
  ['amount', undefined],
  ['recordedAt', '2024-02-30T00:00:00Z'],
  ['recordedAt', '1969-12-31T23:59:59.999Z'],
  ['recordedAt', 1705314600000],
  ['agentKey', 'a\u0000b'],
  ['customerKey', '\ud800'],
  ['sessionKey', '..'],
  ['description', 'x'.repeat(5001)],
  ['source', ''],
] as const)('a bad %s is refused: %j', (field, value) => expectRefused({ [field]: value }, field));

test.each([
  ['outcomes', { value: '1' }, 'generatedAt'],
  ['goals', { goalKey: 'resolved' }, 'achievedAt'],
  ['events', { type: 'llm.call' }, 'occurredAt'],
])('%s of the future are refused', async (kind, input, field) => {
  const body = JSON.stringify({ ...input, [field]: '9999-01-15T10:30:00.000Z' });
  const { status, text } = await send(`${gateway.url}/v1/${kind}`, { token, body });
  expect(status).toBe(400);
  const message = expect.stringContaining('must not be more than a day in the future');
  expect(parse(text)).toMatchObject({ code: 'Invalid Request', details: [{ field, message }] });
});

test.each(['agentId', 'customerId', 'goalId', 'eventId'])('a malformed %s is an Invalid ID', (field) =>
  expectRefused({ [field]: unknownId.replaceAll('-', '') }, field, 'Invalid ID'),
);

test('an amount of a million digits is refused as fast as a short one', async () => {
  const start = performance.now();
  await expectRefused({ amount: '9'.repeat(900_000) }, 'amount');
  await expectRefused({ amount: `0.${'0'.repeat(900_000)}x` }, 'amount');
  expect(performance.now() - start).toBeLessThan(bound(20_000, 2_000));
});

describe('a body', () => {
  test.each(['amout', 'idempotencyKey', 'constructor'])('is refused with the unknown field %s', (field) =>
    expectRefused({ [field]: 'x' }, field),
  );

  test('is refused with __proto__ as a field', async () => {
    const body = `{"amount":"1","recordedAt":"2024-01-15T10:30:00Z","__proto__":{"agentKey":"x"}}`;
    const result = await api.recordText(body);

    expect(result).toMatchObject({ ok: false, code: 'Invalid Request', details: [{ field: '__proto__' }] });
  });

  test.each(['[]', `[${JSON.stringify(minimal)}]`, '"text"', '5', 'true', 'null'])(
    'is refused when it is %s',
    async (body) => {
      const result = await api.recordText(body);

      expect(result).toMatchObject({ ok: false, code: 'Invalid Request', status: 400 });
      expect(succeeded(await api.list()).items).toEqual([]);
    },
  );

  test('is refused when it is empty', async () => {
    expect(await api.recordText('')).toMatchObject({ ok: false, code: 'Invalid JSON', status: 400 });
  });
});

describe('a count', () => {
  const record = (inputTokens: unknown) =>
    send(`${gateway.url}/v1/events`, { token, body: JSON.stringify({ type: 'llm', inputTokens }) });

  test.each([
    [9_007_199_254_740_992, 'must be at most 9007199254740991'],
    [1e300, 'must be at most 9007199254740991'],
    [-1, 'must be a whole number of at least 0'],
    [1.5, 'must be a whole number of at least 0'],
    ['1', 'must be a whole number of at least 0'],
    [-1e300, 'must be a whole number of at least 0'],
  ])('is refused when it is %s: %s', async (inputTokens, message) => {
    const { status, text } = await record(inputTokens);
    expect(status).toBe(400);
    expect(parse<object>(text)).toHaveProperty('details', [{ field: 'inputTokens', message }]);
  });

  test('is accepted when it is 9007199254740991', async () => {
    expect((await record(Number.MAX_SAFE_INTEGER)).status).toBe(201);
  });
});

test('a key with two faults has one entry in details', async () => {
  const refused = await api.record({ ...minimal, agentKey: `${'x'.repeat(255)}\0` });
  expect(refused).toMatchObject({ ok: false, status: 400 });
  const details = [{ field: 'agentKey', message: 'must have at most 255 characters' }];
  expect(refused).toHaveProperty('details', details);
});
