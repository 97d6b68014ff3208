import type { IncomingMessage } from 'node:http';
import { OutturnError } from '@outturn/service';
import { describe, expect, test } from 'vitest';
import { errorBody } from './error-body.ts';
import { requestIdOf } from './request-id.ts';

const error = new OutturnError('Invalid Request', { message: 'Not so.' });
const told = (request: Parameters<typeof errorBody>[1]) => {
  const { type, text } = errorBody(error, request);
  return { type, body: JSON.parse(text) };
};

describe('error of a request that did not reach its surface has the format of the surface', () => {
  test.each(['/v1/revenues?limit=5', '/', '/docs', undefined])('%s: the error object', (url) => {
    const { type, body } = told({ method: 'POST', ...(url && { url }) });
    expect(type).toBe('application/json');
    expect(body).toMatchObject({ code: 'Invalid Request', message: 'Not so.', status: 400 });
    expect(body.path).toBe(`POST ${url?.split('?')[0] ?? '/'}`);
  });

  test('an unreadable request: the error object without a method', () => {
    expect(told(undefined).body).toMatchObject({ path: 'UNKNOWN /', status: 400 });
  });

  test('/graphql: errors of GraphQL, in the type that the caller knows', () => {
    const { type, body } = told({ url: '/graphql?x', headers: {} });
    expect(type).toBe('application/json');
    expect(body.errors).toMatchObject([{ message: 'Not so.', extensions: { code: 'Invalid Request' } }]);
    const accept = 'application/graphql-response+json, application/json';
    expect(told({ url: '/graphql', headers: { accept } }).type).toBe('application/graphql-response+json');
  });

  test('/trpc: an error of tRPC', () => {
    const { type, body } = told({ url: '/trpc/revenues.list' });
    expect(type).toBe('application/json');
    expect(body.error).toMatchObject({
      message: 'Not so.',
      data: { error: 'Invalid Request', httpStatus: 400 },
    });
  });
});

// Only the header of a request tells its id.
const idOf = (given: string | string[] | undefined) =>
  requestIdOf({ headers: { 'x-request-id': given } } as unknown as IncomingMessage);

test.each(['abc', '018d0c3e-7b1c-7c43-9f3a-2f6f0e9c4a11', '!~', 'x'.repeat(200)])(
  'a request keeps its id "%s"',
  (id) => {
    expect(idOf(id)).toBe(id);
  },
);

test.each([undefined, '', 'a b', 'a\n', 'é', 'x'.repeat(201), ['a', 'b']])(
  'a request with the id %j gets one of ours',
  (id) => {
    expect(idOf(id)).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  },
);
