import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { invalidRequest, type OutturnError } from '../base/errors.ts';
import { Count } from './count.ts';
import { Decimal } from './decimal.ts';
import { ById, RecordId } from './record-id.ts';
import { validate } from './validate.ts';

const Input = z.strictObject({
  amount: Decimal,
  tokens: Count.optional(),
  name: z.string().optional(),
  isLast: z.boolean().optional(),
  plan: z.enum(['free', 'pro']).optional(),
  goalId: RecordId.optional(),
  items: z.array(z.strictObject({ id: RecordId.optional(), name: z.string().optional() })).optional(),
});

function errorOf(schema: z.ZodType, input: unknown): OutturnError {
  try {
    validate(schema, input);
  } catch (error) {
    return error as OutturnError;
  }
  throw new Error('it is valid');
}

test('valid input is returned as the schema transforms it', () => {
  expect(validate(Input, { amount: '007.50', tokens: 3 })).toEqual({ amount: '7.50', tokens: 3 });
});

describe('each field is named with its first problem', () => {
  const amount = '1';
  test.each([
    [{}, 'amount', 'is required'],
    [{ amount, name: 5 }, 'name', 'must be of type string'],
    [{ amount, name: null }, 'name', 'must be of type string'],
    [{ amount, isLast: 'yes' }, 'isLast', 'must be of type boolean'],
    [{ amount, tokens: -1 }, 'tokens', 'must be a whole number of at least 0'],
    [{ amount, tokens: 0.5 }, 'tokens', 'must be a whole number of at least 0'],
    [{ amount, tokens: 2 ** 53 }, 'tokens', `must be at most ${Number.MAX_SAFE_INTEGER}`],
    [{ amount, plan: 'gold' }, 'plan', 'must be one of free, pro'],
    [{ amount, plan: 5 }, 'plan', 'must be one of free, pro'],
    [{ amount, luck: 1 }, 'luck', 'is not a known field'],
    [{ amount, items: [{ name: 'a' }, { name: 5 }] }, 'items.1.name', 'must be of type string'],
    [{ amount, items: [{ luck: 1 }] }, 'items.0.luck', 'is not a known field'],
  ])('%j: %s %s', (input, field, message) => {
    const error = errorOf(Input, input);
    expect(error).toMatchObject({ code: 'Invalid Request', details: [{ field, message }] });
    expect(error.message).toBe(`${field} ${message}`);
  });

  test('the message names the first of several', () => {
    const error = errorOf(Input, { name: 5, luck: 1 });
    expect(error.details?.map(({ field }) => field)).toEqual(['amount', 'name', 'luck']);
    expect(error.message).toBe('amount is required');
  });

  test('input that is no object is named as the input', () => {
    expect(errorOf(Input, 'text').message).toBe('The input must be of type object');
    expect(errorOf(Input, undefined).message).toBe('The input is required');
  });
});

describe('an answer stays small', () => {
  test('at most a hundred problems are named', () => {
    const input = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`luck${i}`, i]));
    expect(errorOf(Input, { amount: '1', ...input }).details).toHaveLength(100);
  });

  test('at most 255 characters of a field are shown', () => {
    expect(errorOf(Input, { amount: '1', ['x'.repeat(5_000)]: 1 }).details?.[0]?.field).toHaveLength(255);
  });
});

describe('a malformed id', () => {
  test("is an Invalid ID without details when it is the record's own", () => {
    expect(errorOf(ById, { id: '5' })).toMatchObject({ code: 'Invalid ID', message: 'Invalid ID' });
    expect(errorOf(ById, { id: '5' }).details).toBeUndefined();
  });

  test('is an Invalid ID with the field when it is in another field', () => {
    const error = errorOf(Input, { amount: '1', goalId: 'x', items: [{ id: 5 }] });
    expect(error).toMatchObject({ code: 'Invalid ID' });
    expect(error.details?.map(({ field }) => field)).toEqual(['goalId', 'items.0.id']);
  });

  test('is an Invalid Request beside another problem', () => {
    expect(errorOf(Input, { goalId: 'x' })).toMatchObject({ code: 'Invalid Request' });
  });

  test.each([
    '018d0c3e7b1c7c439f3a2f6f0e9c4a11',
    '018d0c3e7b1c7c439f3a2f6f0e9c4a11',
    '{018d0c3e-7b1c-7c43-9f3a-2f6f0e9c4a11}',
    ' 018d0c3e-7b1c-7c43-9f3a-2f6f0e9c4a11',
    '018d0c3e-7b1c-7c43-9f3a-2f6f0e9c4a11\n',
    '',
  ])('is %j', (id) => {
    expect(errorOf(ById, { id }).code).toBe('Invalid ID');
  });
});

test('an error without details keeps the usual message', () => {
  expect(invalidRequest([]).message).toBe('The request is invalid.');
});
