import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { isSameOrigin, ownOrigin } from './origin.ts';

const host = 'outturn.example';
const direct = { publicUrl: undefined, trustedProxies: 0 };
const behindProxy = { publicUrl: undefined, trustedProxies: 1 };
// Only the headers of a request tell its origin.
const request = (headers: IncomingHttpHeaders) => ({ headers: { host, ...headers } }) as IncomingMessage;

test.each([
  ['the host of the request', direct, {}, 'http://outturn.example'],
  [
    'https, as a trusted proxy says',
    behindProxy,
    { 'x-forwarded-proto': 'https' },
    'https://outturn.example',
  ],
  ['http, whatever a stranger says', direct, { 'x-forwarded-proto': 'https' }, 'http://outturn.example'],
  ['http for any other protocol', behindProxy, { 'x-forwarded-proto': 'gopher' }, 'http://outturn.example'],
  ['that of PUBLIC_URL', { ...direct, publicUrl: 'https://shown.example/x' }, {}, 'https://shown.example'],
])('our own origin is %s', (_, options, headers, origin) => {
  expect(ownOrigin(request(headers), options)).toBe(origin);
});

describe('a request comes from a page of ours', () => {
  const own = 'http://outturn.example';
  test.each<[string, IncomingHttpHeaders, boolean]>([
    ['where the browser says so', { 'sec-fetch-site': 'same-origin' }, true],
    ['where its origin is ours', { origin: own }, true],
    ['where both say so', { 'sec-fetch-site': 'same-origin', origin: own }, true],
    ['not where a neighbour sends it', { 'sec-fetch-site': 'same-site' }, false],
    ['not where another site sends it', { 'sec-fetch-site': 'cross-site' }, false],
    ['not where somebody typed it', { 'sec-fetch-site': 'none' }, false],
    [
      'not where its origin is another',
      { 'sec-fetch-site': 'same-origin', origin: 'http://evil.example' },
      false,
    ],
    ['not where its origin is opaque', { origin: 'null' }, false],
    ['not where nothing says so', {}, false],
  ])('%s', (_, headers, expected) => {
    expect(isSameOrigin(request(headers), direct)).toBe(expected);
  });
});
