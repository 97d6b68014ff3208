import fc from 'fast-check';

const piece = (min: number, max: number) =>
  fc.string({ unit: fc.integer({ min, max }).map((code) => String.fromCharCode(code)), maxLength: 60 });
const bytes = piece(0, 255);
const visible = piece(33, 126);

const method = fc.oneof(
  fc.constantFrom('GET', 'POST', 'PUT', 'CONNECT', 'OPTIONS', 'TRACE', 'PRI', 'M-SEARCH', 'get', 'GE T', ''),
  visible,
);
const target = fc.oneof(
  fc.constantFrom(
    '/v1/revenues',
    '/v1/revenues/x',
    '/graphql',
    '/trpc/revenues.list',
    '/',
    '*',
    '',
    '//',
    '/v1/..',
  ),
  fc.constantFrom(
    'http://evil.example/v1/revenues',
    '/v1/%',
    '/v1/%ff',
    '/v1/%00',
    '/v1/\\..\\',
    '/v1/revenues#x',
  ),
  fc.nat(40_000).map((length) => `/v1/${'a'.repeat(length)}`),
  visible.map((path) => `/v1/${path}`),
  bytes,
);
const version = fc.constantFrom(
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/2.0',
  'HTTP/9.9',
  'http/1.1',
  '',
);
const lineEnd = fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r', '\r\n ', '\0\r\n');

/** Headers on which servers disagree about the end of a request, and headers that parsers may fail on. */
const headerLines = fc.array(
  fc.oneof(
    fc.constantFrom(
      'host: a',
      'host: a, b',
      'host: \0',
      'content-length: 10',
      'content-length: -1',
      'content-length: 1e3',
      'content-length: 99999999999999999999',
      'content-length: 3, 4',
      'content-length : 3',
      'transfer-encoding: chunked',
      'transfer-encoding: gzip, chunked',
      'transfer-encoding: identity',
      'transfer-encoding: xchunked',
      'transfer-encoding:\tchunked',
      'content-type: application/json',
      'connection: close',
      'connection: upgrade',
      'upgrade: h2c',
      'upgrade: websocket',
      'expect: 100-continue',
      'expect: 200-ok',
      ' folded: yes',
      ': nameless',
      'no colon',
      'trailer: x',
      '__proto__: x',
      'idempotency-key: a\x01b',
    ),
    fc.tuple(visible, bytes).map(([name, value]) => `${name}: ${value}`),
    fc.nat(20_000).map((length) => `x: ${'y'.repeat(length)}`),
  ),
  { maxLength: 8 },
);
const body = fc.oneof(
  fc.constantFrom(
    '',
    '{}',
    '{"amount":"1"}',
    '0\r\n\r\n',
    '5\r\n{}   \r\n0\r\n\r\n',
    'ffffffffffffffff\r\n',
    '-1\r\n',
    'zz\r\n{}\r\n0\r\n\r\n',
    '2;a=b;c\r\n{}\r\n0\r\nx: y\r\n\r\n',
    '2\n{}\n0\n\n',
    '0\r\n\r\nGET /v1/revenues HTTP/1.1\r\nhost: a\r\n\r\n',
  ),
  bytes,
);

/** Bytes that are not HTTP: other protocols, and noise. */
const foreign = fc.oneof(
  fc.constantFrom(
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'SSH-2.0-OpenSSH_9.9\r\n',
    '*1\r\n$4\r\nPING\r\n',
    '\x00\x00\x00\x08\x04\xd2\x16\x2f',
    'EHLO a\r\n',
    '\r\n\r\n\r\n',
    '\0'.repeat(1_000),
  ),
  bytes,
);

/** Bytes to send over a connection of their own, each character one byte. */
export const rawRequests: fc.Arbitrary<string> = fc.oneof(
  { weight: 1, arbitrary: foreign },
  {
    weight: 6,
    arbitrary: fc
      .tuple(method, target, version, lineEnd, headerLines, body)
      .map(([verb, path, http, end, lines, rest]) => {
        const head = [`${verb} ${path} ${http}`, ...lines].join(end);
        return `${head}${end}${end}${rest}`;
      }),
  },
);
