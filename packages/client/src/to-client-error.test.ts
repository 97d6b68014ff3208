import { describe, expect, test } from 'vitest';
import { readContext } from './call-context.ts';
import { OutturnConnectionError } from './errors.ts';
import { isTrpcAnswer, parseOrUndefined, toClientError, toForeignError } from './to-client-error.ts';

test.each([
  [{ result: { data: 1 } }, true],
  [{ error: { message: 'x', code: -32600 } }, true],
  [[{ result: {} }, { error: { code: -32603 } }], true],
  [{ error: { message: 'x' } }, false],
  [{ error: { message: 'x', code: 'overloaded' } }, false],
  [{ error: null }, false],
  [[], true],
  [[{ result: {} }, 'x'], false],
  [{ error: 'Bad Gateway' }, false],
  [{ code: 'Not Found' }, false],
  ['x', false],
  [null, false],
  [undefined, false],
])('%j is an answer of tRPC: %s', (json, expected) => {
  expect(isTrpcAnswer(json)).toBe(expected);
});

describe('an error that is not from tRPC', () => {
  const head = (status: number, headers: Record<string, string> = {}) => ({
    status,
    headers: new Headers(headers),
  });

  test('keeps the code and message of the gateway', () => {
    const body = { code: 'Rate Limit Exceeded', message: 'Too many.', timestamp: '2026-01-01T00:00:00.000Z' };
    const headers = { 'x-request-id': 'r-1', 'retry-after': '5' };
    expect(toForeignError(head(429, headers), body, '/trpc/x')).toMatchObject({
      code: 'Rate Limit Exceeded',
      message: 'Too many.',
      status: 429,
      requestId: 'r-1',
      retryAfter: 5_000,
    });
  });

  test.each([undefined, null, 'x', {}, { code: 502 }, { code: 'ECONNREFUSED' }])(
    'an answer of a proxy that says %j is named by its status',
    (body) => {
      expect(toForeignError(head(502), body, '/trpc/x')).toMatchObject({
        code: 'HTTP 502',
        message: '/trpc/x was answered with HTTP 502, but not by Outturn',
        requestId: undefined,
        retryAfter: undefined,
      });
    },
  );
});

test('an error that is ours, or unknown, stays unchanged', () => {
  for (const error of [new OutturnConnectionError('x'), new TypeError('x'), 'x'])
    expect(toClientError(error)).toBe(error);
});

test('text that is no JSON is undefined', () => {
  expect(parseOrUndefined('{"a":1}')).toEqual({ a: 1 });
  for (const text of ['', '{', '<html>']) expect(parseOrUndefined(text)).toBeUndefined();
});

describe('the context of a call', () => {
  test('may say what a call takes, or nothing', () => {
    const context = { idempotencyKey: 'order-1', timeout: 5, retries: 0 };
    expect(readContext(context)).toBe(context);
    expect(readContext({})).toEqual({});
  });

  test.each([
    [{ idempotencyKey: 5 }, 'idempotencyKey in the context of a call must be text'],
    [{ timeout: '5' }, 'timeout in the context of a call must be a number'],
    [{ retries: null }, 'retries in the context of a call must be a number'],
    [{ onRetry: 'log' }, 'onRetry in the context of a call must be a function'],
  ])('is not %j', (context, message) => {
    expect(() => readContext(context)).toThrow(new TypeError(message));
  });
});
