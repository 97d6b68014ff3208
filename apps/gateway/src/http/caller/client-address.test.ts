import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { addressOf } from './client-address.ts';

const from = (peer: string, forwarded?: string) =>
  ({
    socket: { remoteAddress: peer },
    headers: { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

test('without proxies it is the peer, whatever the request claims', () => {
  expect(addressOf(from('192.0.2.1', '198.51.100.7'), 0)).toBe('192.0.2.1');
  expect(addressOf(from('::ffff:192.0.2.1'), 0)).toBe('192.0.2.1');
});

test.each([
  [1, '198.51.100.7', '198.51.100.7'],
  [1, '203.0.113.9, 198.51.100.7', '198.51.100.7'],
  [2, '203.0.113.9, 198.51.100.7, 10.0.0.1', '198.51.100.7'],
  [1, '198.51.100.7:443', '198.51.100.7'],
  [1, '[2001:db8::1]:443', '2001:db8:0:0::/64'],
  [1, '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
])('behind %i proxies, %s is %s', (proxies, forwarded, address) => {
  expect(addressOf(from('10.0.0.9', forwarded), proxies)).toBe(address);
});

test.each([
  [1, undefined],
  [1, ''],
  [1, 'nobody'],
  [1, '198.51.100.7, '],
  [1, `${'9'.repeat(5_000)}`],
  // Fewer hops than proxies: the request bypassed a proxy.
  [2, '198.51.100.7'],
])('behind %i proxies, %j tells nothing, and it is the peer', (proxies, forwarded) => {
  expect(addressOf(from('10.0.0.9', forwarded), proxies)).toBe('10.0.0.9');
});

test('an IPv6 network of 64 bits is one client', () => {
  expect(addressOf(from('2001:db8:0:1::1'), 0)).toBe(addressOf(from('2001:db8:0:1:ffff::2'), 0));
  expect(addressOf(from('2001:db8:0:1::1'), 0)).not.toBe(addressOf(from('2001:db8:0:2::1'), 0));
  expect(addressOf(from('fe80::1%eth0'), 0)).toBe('fe80:0:0:0::/64');
});
