import { expect, test } from 'vitest';
import { classifyFailure } from './failures.ts';

test.each([
  ['40001', 'conflict', 'a serialization failure'],
  ['40P01', 'conflict', 'a deadlock'],
  ['23505', 'conflict', 'a key that somebody else wrote'],
  ['22012', 'conflict', 'one of two reservations lost'],
  ['55P03', 'conflict', 'a lock that was not to be had'],
  ['57P01', 'unknown', 'the server is shut down'],
  ['57P02', 'unknown', 'the server crashed'],
  ['57P03', 'unknown', 'the server is starting'],
  ['08006', 'unknown', 'the connection failed'],
  ['08P01', 'unknown', 'the protocol was violated'],
  ['53300', 'unknown', 'too many connections'],
  ['53100', 'refused', 'the disk is full'],
  ['53200', 'refused', 'out of memory'],
  ['53400', 'refused', 'a limit of the configuration'],
  ['25006', 'refused', 'the server takes no writes'],
  ['42703', 'broken', 'a column is missing'],
  ['ECONNRESET', 'unknown', 'the connection was reset'],
  ['ECONNREFUSED', 'unknown', 'no server listens'],
  ['ETIMEDOUT', 'unknown', 'no answer'],
  // Five capital letters like SQLSTATEs, but an error of the operating system.
  ['EPIPE', 'unknown', 'the connection was closed by the server'],
  [undefined, 'unknown', 'the driver ended the connection'],
  ['22003', 'poison', 'a number out of range'],
  ['22P05', 'poison', 'a character that cannot be stored'],
  ['23502', 'poison', 'a value missing'],
  ['23514', 'poison', 'a check violated'],
])('%s is %s: %s', (code, failure, message) => {
  expect(classifyFailure(Object.assign(new Error(message), code !== undefined && { code }))).toBe(failure);
});

test.each([null, undefined, 'text', 5, {}, { code: 5 }])('%o is unknown', (thrown) => {
  expect(classifyFailure(thrown)).toBe('unknown');
});
