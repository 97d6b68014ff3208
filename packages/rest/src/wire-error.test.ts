import { OutturnError } from '@outturn/service';
import { describe, expect, test } from 'vitest';
import { sendError, sentPath, toWireError } from './wire-error.ts';

test.each([
  ['/v1/revenues', '/v1/revenues'],
  ['/v1/revenues?limit=5', '/v1/revenues'],
  ['/v1/agents/a%2Fb#c', '/v1/agents/a%2Fb'],
  ['http://outturn:8080/v1/revenues?x', '/v1/revenues'],
  ['https://outturn', '/'],
  ['http://outturn?x', '/'],
  ['//evil.example/x', '//evil.example/x'],
  ['*', '/'],
  ['', '/'],
  // Node.js lets bytes beyond ASCII through.
  ['/v1/é', '/v1/%C3%A9'],
  ['/v1/a b', '/v1/a%20b'],
])('the path of "%s" is "%s"', (url, path) => {
  expect(sentPath(url)).toBe(path);
});

describe('an error on the wire', () => {
  test('has the five fields of the specification', () => {
    const error = toWireError(new OutturnError('Not Found'), 'GET', 'http://outturn/v1/agents/a?x');
    expect(error).toEqual({
      code: 'Not Found',
      message: 'The resource was not found.',
      path: 'GET /v1/agents/a',
      status: 404,
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  test('has details where there are some', () => {
    const details = [{ field: 'amount', message: 'is required' }];
    expect(toWireError(new OutturnError('Invalid Request', { details }), 'POST', '/x').details).toEqual(
      details,
    );
    expect(
      toWireError(new OutturnError('Invalid Request', { details: [] }), 'POST', '/x'),
    ).not.toHaveProperty('details');
  });

  test('hides what is not ours', () => {
    const error = toWireError(new Error('secret'), 'GET', '/x');
    expect(error).toMatchObject({ code: 'Server Error', status: 500 });
    expect(JSON.stringify(error)).not.toContain('secret');
  });
});

describe('the answer', () => {
  const answer = (error: unknown) =>
    sendError({ req: { method: 'GET', url: '/x' }, get: () => undefined }, error);

  test('says when to try again', () => {
    const { status, headers } = answer(new OutturnError('Rate Limit Exceeded', { retryAfter: 7 }));
    expect([status, headers.get('retry-after')]).toEqual([429, '7']);
    expect(answer(new OutturnError('Not Found')).headers.get('retry-after')).toBeNull();
  });

  test('asks for a key where there was none', () => {
    expect(answer(new OutturnError('Unauthorized')).headers.get('www-authenticate')).toBe('Bearer');
    expect(answer(new OutturnError('Forbidden')).headers.get('www-authenticate')).toBeNull();
  });
});
