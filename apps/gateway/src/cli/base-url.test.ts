import { expect, test } from 'vitest';
import { baseUrl } from './base-url.ts';

const port = 3000;

test.each([
  ['0.0.0.0', 'http://localhost:3000'],
  ['::', 'http://localhost:3000'],
  ['localhost', 'http://localhost:3000'],
  ['127.0.0.1', 'http://localhost:3000'],
  ['::1', 'http://localhost:3000'],
  ['127.0.0.2', 'http://127.0.0.2:3000'],
  ['192.168.1.20', 'http://192.168.1.20:3000'],
  ['outturn.internal', 'http://outturn.internal:3000'],
  ['fd00::20', 'http://[fd00::20]:3000'],
])('a gateway with HOST=%s is reached at %s', (host, expected) => {
  expect(baseUrl({ publicUrl: undefined, host, port })).toBe(expected);
});

test('PUBLIC_URL comes before HOST', () => {
  const publicUrl = 'https://outturn.example';
  expect(baseUrl({ publicUrl, host: '127.0.0.2', port })).toBe(publicUrl);
});
