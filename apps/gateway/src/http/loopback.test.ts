import { expect, test } from 'vitest';
import { isLoopbackHost, isLoopbackName } from './loopback.ts';

test.each(['localhost', 'LOCALHOST:3000', '127.0.0.1', '127.1.2.3:80', '[::1]', '[::1]:3000'])(
  'the host %s is this machine',
  (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  },
);

test.each([
  undefined,
  '',
  'outturn.example',
  'localhost.evil.example',
  'evil.localhost.example:3000',
  '127.0.0.1.evil.example',
  '127.evil.example',
  '10.0.0.1:3000',
  '0.0.0.0',
  '::1',
  '[::1]evil',
  '[127.0.0.1]',
  '[localhost]:3000',
  '[[::1]]',
  'localhost:evil',
  'evil@localhost',
])('the host %s is not', (host) => {
  expect(isLoopbackHost(host)).toBe(false);
});

test.each(['localhost', 'Localhost', '127.0.0.1', '127.1.2.3', '::1'])(
  'the name %s is this machine',
  (name) => {
    expect(isLoopbackName(name)).toBe(true);
  },
);

test.each(['', '0.0.0.0', '::', '[::1]', 'localhost:3000', '127.evil.example', '192.168.1.20'])(
  'the name %s is not',
  (name) => {
    expect(isLoopbackName(name)).toBe(false);
  },
);
