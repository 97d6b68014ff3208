import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { explainForeignOrigin, type ForeignOrigin, isSameOrigin, ownOrigin } from './origin.ts';

const host = 'outturn.example';
const direct = { publicUrl: undefined, trustedProxies: 0 };
const behindProxy = { publicUrl: undefined, trustedProxies: 1 };
// Only the headers of a request and the address of its peer tell its origin.
const request = (headers: IncomingHttpHeaders, remoteAddress = '192.0.2.1') =>
  ({
    url: '/api/auth/sign-in/email?x=1',
    headers: { host, ...headers },
    socket: { remoteAddress, localPort: 3000 },
  }) as IncomingMessage;

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

test.each([
  ['127.0.0.1', direct, 'localhost:3000', 'http://localhost:3000'],
  ['::1', direct, '[::1]:3000', 'http://[::1]:3000'],
  // An attacker can point a name of his own to 127.0.0.1.
  ['127.0.0.1', direct, 'evil.example:3000', 'http://localhost:3000'],
  ['::ffff:127.0.0.1', direct, 'evil.example:3000', 'http://localhost:3000'],
  ['127.0.0.1', behindProxy, 'outturn.example', 'http://outturn.example'],
  [
    '127.0.0.1',
    { ...direct, publicUrl: 'https://shown.example' },
    'outturn.example',
    'https://shown.example',
  ],
])('for a caller from %s with %j, the host %s is %s', (address, options, host, origin) => {
  expect(ownOrigin(request({ host }, address), options)).toBe(origin);
});

describe('a foreign origin is explained', () => {
  const explain = (headers: IncomingHttpHeaders, publicUrl?: string) => {
    const told: ForeignOrigin[] = [];
    const onForeignOrigin = (refused: ForeignOrigin) => told.push(refused);
    const message = explainForeignOrigin(request(headers), { ...direct, publicUrl, onForeignOrigin });
    return { message, told };
  };
  const sent = 'https://outturn.example';

  test('without PUBLIC_URL', () => {
    const { message, told } = explain({ origin: sent });
    expect(message).toBe(
      'PUBLIC_URL is not set, so this server takes its own address to be http://outturn.example, but the browser sent https://outturn.example. Set PUBLIC_URL to the address at which people open the dashboard.',
    );
    expect(told).toEqual([{ path: '/api/auth/sign-in/email', sent, own: 'http://outturn.example', message }]);
  });

  test('with another PUBLIC_URL', () => {
    expect(explain({ origin: sent }, 'https://shown.example').message).toBe(
      'PUBLIC_URL is https://shown.example, but the browser sent https://outturn.example. Open the dashboard at https://shown.example, or set PUBLIC_URL to the address at which people open it.',
    );
  });

  test.each<[IncomingHttpHeaders, string]>([
    [{ origin: 'null' }, 'null'],
    [{ referer: 'https://outturn.example/claim?token=secret' }, 'https://outturn.example'],
    [{ referer: 'nonsense' }, 'null'],
    [{ origin: 'x'.repeat(1_000) }, 'x'.repeat(300)],
  ])('which %j names', (headers, shown) => {
    expect(explain(headers).told).toMatchObject([{ sent: shown }]);
  });

  test('in few characters, however long the host and the path are', () => {
    const told: ForeignOrigin[] = [];
    const long = request({ host: 'x'.repeat(1_000), origin: sent });
    long.url = `/${'y'.repeat(1_000)}`;
    explainForeignOrigin(long, { ...direct, onForeignOrigin: (refused) => told.push(refused) });
    expect(told).toMatchObject([{ own: `http://${'x'.repeat(293)}`, path: `/${'y'.repeat(299)}` }]);
    expect(told[0]?.message.length).toBeLessThan(600);
  });

  test.each<IncomingHttpHeaders>([{}, { origin: `http://${host}` }, { referer: `http://${host}/sign-in` }])(
    'but not where %j is ours',
    (headers) => {
      expect(explain(headers)).toEqual({ message: undefined, told: [] });
    },
  );
});

describe('a request comes from a page of ours', () => {
  const own = 'http://outturn.example';
  test.each<[string, IncomingHttpHeaders, boolean]>([
    ['where the browser says so', { 'sec-fetch-site': 'same-origin' }, true],
    ['where its origin is ours', { origin: own }, true],
    ['where both say so', { 'sec-fetch-site': 'same-origin', origin: own }, true],
    ['not where a neighbour sends it', { 'sec-fetch-site': 'same-site' }, false],
    ['not where another site sends it', { 'sec-fetch-site': 'cross-site' }, false],
    ['not for a typed address', { 'sec-fetch-site': 'none' }, false],
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
