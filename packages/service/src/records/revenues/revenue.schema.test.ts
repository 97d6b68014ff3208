import { describe, expect, test } from 'vitest';
import type { OutturnError } from '../../base/errors.ts';
import { validate } from '../../schema/validate.ts';
import { RecordRevenueInput } from './revenue.schema.ts';

const minimal = { amount: '1.00', recordedAt: '2024-01-15T10:30:00.000Z' };
const id = '018d0c3e-7b1c-7c43-9f3a-2f6f0e9c4a11';

/** The revenue is refused, and the details name this field alone. */
function expectRefused(patch: object, field: string, code = 'Invalid Request'): void {
  let refusal: OutturnError | undefined;
  try {
    validate(RecordRevenueInput, { ...minimal, ...patch });
  } catch (error) {
    refusal = error as OutturnError;
  }
  expect(refusal).toMatchObject({ code, details: [{ field, message: expect.stringMatching(/\S/) }] });
}

test('a revenue requires an amount and a time', () => {
  expect(validate(RecordRevenueInput, minimal)).toEqual(minimal);
  expectRefused({ amount: undefined }, 'amount');
  expectRefused({ recordedAt: undefined }, 'recordedAt');
});

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
  ])('is not %j', (amount) => expectRefused({ amount }, 'amount'));

  test.each([99.9, 0, -1, true, null, [], ['1'], {}].map((amount) => ({ amount })))(
    'is not $amount, which is no string',
    ({ amount }) => expectRefused({ amount }, 'amount'),
  );
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
  ])('is not %j', (recordedAt) => expectRefused({ recordedAt }, 'recordedAt'));

  test.each([1705314600000, null, true, [], {}].map((recordedAt) => ({ recordedAt })))(
    'is not $recordedAt, which is no string',
    ({ recordedAt }) => expectRefused({ recordedAt }, 'recordedAt'),
  );
});

describe('the text field', () => {
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
      'refuses characters that cannot be stored, and too many',
      (value) => expectRefused({ [field]: value }, field),
    );

    test.each([[5], [true], [['x']], [{ toString: 'x' }]])('refuses %j, which is no string', (value) =>
      expectRefused({ [field]: value }, field),
    );

    test('may be as long as its limit, or absent', () => {
      for (const value of ['x'.repeat(limit), null, undefined])
        expect(validate(RecordRevenueInput, { ...minimal, [field]: value })).toMatchObject(minimal);
    });
  });

  test.each(['agentKey', 'customerKey', 'sessionKey', 'key', 'source'])('%s refuses an empty text', (field) =>
    expectRefused({ [field]: '' }, field),
  );

  // Clients resolve `/v1/agents/..` and `/v1/agents/%2E%2E` to other paths, so no call could name such a key.
  test.each(['agentKey', 'customerKey', 'sessionKey'])('%s refuses the path segments . and ..', (field) => {
    for (const key of ['.', '..']) expectRefused({ [field]: key }, field);
  });
});

describe.each(['agentId', 'customerId', 'goalId', 'eventId'])('the id %s', (field) => {
  test.each(['', 'x', '1', id.replaceAll('-', ''), `${id} `, `{${id}}`, "' or 1=1 --", '\u0000'])(
    'is not %j',
    (value) => expectRefused({ [field]: value }, field, 'Invalid ID'),
  );
});

test.each([
  ['agentKey', 'agentId'],
  ['customerKey', 'customerId'],
])('%s and %s exclude each other', (key, other) => {
  expectRefused({ [key]: 'a', [other]: id }, other);
});

test.each(['amout', 'Amount', 'id', 'developerId', 'createdAt', 'idempotencyKey', 'constructor', 'toString'])(
  'a revenue has no field %s',
  (field) => expectRefused({ [field]: 'x' }, field),
);
