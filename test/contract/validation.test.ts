import { beforeAll, describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { type Driver, parse, succeeded } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { connectRest } from '../support/drivers/rest.ts';
import { minimal, unknownId } from '../support/drivers/samples.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();
let token: string;
let api: Driver;
beforeAll(async () => {
  ({ token } = await mintKey());
  api = connectRest(gateway.url, token);
});

/** The call is refused, and the details name this field first. */
async function expectRefused(patch: object, field: string, code = 'Invalid Request'): Promise<void> {
  const result = await api.record({ ...minimal, ...patch });

  expect(result).toMatchObject({ ok: false, code, status: 400 });
  expect(result).toMatchObject({ details: [{ field, message: expect.stringMatching(/\S/) }] });
  expect(succeeded(await api.list()).items).toEqual([]);
}

describe('an amount', () => {
  test.each([
    ...[
      'NaN',
      'Infinity',
      '-Infinity',
      '1e5',
      '1E5',
      ' 1',
      '1 ',
      '1\n',
      '+1',
      '.5',
      '1.',
      '',
      '-',
      '--1',
      '.',
    ],
    ...['1,000', '1,5', '1_000', '0x10', '1.5.5', '$1', '١', '１', '−1', '1\u0000', 'null', 'abc'],
    ...[
      '1'.repeat(16),
      '0'.repeat(16),
      `-${'9'.repeat(16)}`,
      '0.1234567890',
      `${'9'.repeat(15)}.${'9'.repeat(10)}`,
    ],
  ])('of %j', (amount) => expectRefused({ amount }, 'amount'));

  test.each([99.9, 0, -1, true, null, [], ['1'], {}, undefined].map((amount) => ({ amount })))(
    'that is no string: $amount',
    ({ amount }) => expectRefused({ amount }, 'amount'),
  );

  test('of a million digits is refused as fast as a short one', async () => {
    const start = performance.now();
    await expectRefused({ amount: '9'.repeat(900_000) }, 'amount');
    await expectRefused({ amount: `0.${'0'.repeat(900_000)}x` }, 'amount');
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

describe('an instant', () => {
  test.each([
    ...['2023-02-29T00:00:00Z', '2024-02-30T00:00:00Z', '2024-04-31T00:00:00Z', '1900-02-29T00:00:00Z'],
    ...['2024-13-01T00:00:00Z', '2024-00-10T00:00:00Z', '2024-01-00T00:00:00Z', '2024-01-32T00:00:00Z'],
    ...['2024-01-15T24:00:00Z', '2024-01-15T10:60:00Z', '2024-01-15T23:59:60Z', '2024-01-15T10:30:61Z'],
    ...[
      '10000-01-01T00:00:00Z',
      '+010000-01-01T00:00:00Z',
      '-000001-01-01T00:00:00Z',
      '0000-01-01T00:00:00Z',
    ],
    ...['1969-12-31T23:59:59.999Z', '1970-01-01T00:30:00+01:00', '9999-12-31T23:59:59.999-00:01'],
    ...['2024-01-15T10:30:00', '2024-01-15T10:30:00.000', '2024-01-15', '2024-01', '2024', '10:30:00Z'],
    ...[
      '2024-01-15T10:30:00+25:00',
      '2024-01-15T10:30:00+2',
      '2024-01-15T10:30:00 Z',
      '2024-01-15T10:30:00ZZ',
    ],
    ...[
      '2024-1-5T10:30:00Z',
      '2024-01-15T1:30:00Z',
      '15.01.2024',
      'Mon, 15 Jan 2024 10:30:00 GMT',
      '2024-W03-1',
    ],
    ...['', ' ', 'now', 'today', 'infinity', '-infinity', 'epoch', 'Invalid Date', '1705314600000'],
    ...[
      ' 2024-01-15T10:30:00Z',
      '2024-01-15T10:30:00Z\n',
      '2024-01-15T10:30:00Z\u0000',
      '2024-01-15T10:30:00.Z',
    ],
  ])('of %j', (recordedAt) => expectRefused({ recordedAt }, 'recordedAt'));

  test.each([1705314600000, null, true, [], {}, undefined].map((recordedAt) => ({ recordedAt })))(
    'that is no string: $recordedAt',
    ({ recordedAt }) => expectRefused({ recordedAt }, 'recordedAt'),
  );
});

describe('text', () => {
  const limits = {
    agentKey: 255,
    customerKey: 255,
    sessionKey: 255,
    key: 255,
    source: 255,
    description: 5000,
  };

  describe.each(Object.entries(limits))('%s', (field, limit) => {
    test.each(['\u0000', 'a\u0000b', '\ud800', 'a\udc00', '\udfff\ud800', 'x'.repeat(limit + 1)])(
      'with what cannot be stored or is too long',
      (value) => expectRefused({ [field]: value }, field),
    );

    test.each([[5], [true], [['x']], [{ toString: 'x' }]])('that is no string: %j', (value) =>
      expectRefused({ [field]: value }, field),
    );
  });

  test.each(['agentKey', 'customerKey', 'sessionKey', 'key', 'source'])('%s of no characters', (field) =>
    expectRefused({ [field]: '' }, field),
  );

  // `/v1/agents/..` and `/v1/agents/%2E%2E` are other paths to whatever sends them: what has such a key cannot be reached.
  test.each(
    ['agentKey', 'customerKey', 'sessionKey'].flatMap((field) =>
      [['.'], ['..']].map(([key]) => [field, key]),
    ),
  )('%s of %j, which no path can name', (field = '', key) => expectRefused({ [field]: key }, field));
});

describe('an id', () => {
  const fields = ['agentId', 'customerId', 'goalId', 'eventId'];
  const malformed = [
    '',
    'x',
    '1',
    unknownId.toUpperCase(),
    `${unknownId} `,
    `{${unknownId}}`,
    "' or 1=1 --",
    '\u0000',
  ];

  test.each(fields.flatMap((field) => malformed.map((id) => [field, id] as const)))('%s of %j', (field, id) =>
    expectRefused({ [field]: id }, field, 'Invalid ID'),
  );
});

describe('a body', () => {
  test.each([
    'amout',
    'Amount',
    'id',
    'developerId',
    'createdAt',
    'idempotencyKey',
    'constructor',
    'toString',
  ])('with the unknown field %s', (field) => expectRefused({ [field]: 'x' }, field));

  test('with __proto__ as a field', async () => {
    const body = `{"amount":"1","recordedAt":"2024-01-15T10:30:00Z","__proto__":{"agentKey":"x"}}`;
    const result = await api.recordText(body);

    expect(result).toMatchObject({ ok: false, code: 'Invalid Request', details: [{ field: '__proto__' }] });
  });

  test.each(['[]', `[${JSON.stringify(minimal)}]`, '"text"', '5', 'true', 'null'])(
    'that is %s',
    async (body) => {
      const result = await api.recordText(body);

      expect(result).toMatchObject({ ok: false, code: 'Invalid Request', status: 400 });
      expect(succeeded(await api.list()).items).toEqual([]);
    },
  );

  test('that is empty', async () => {
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
  ])('of %s %s', async (inputTokens, message) => {
    const { status, text } = await record(inputTokens);
    expect(status).toBe(400);
    expect(parse<object>(text)).toHaveProperty('details', [{ field: 'inputTokens', message }]);
  });

  test('of 9007199254740991 is taken', async () => {
    expect((await record(Number.MAX_SAFE_INTEGER)).status).toBe(201);
  });
});

test('a key that is wrong in two ways has one entry in details', async () => {
  const refused = await api.record({ ...minimal, agentKey: `${'x'.repeat(255)}\0` });
  expect(refused).toMatchObject({ ok: false, status: 400 });
  const details = [{ field: 'agentKey', message: 'must have at most 255 characters' }];
  expect(refused).toHaveProperty('details', details);
});
