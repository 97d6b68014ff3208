import { expect, test } from 'vitest';
import { readCommandEvent } from './command-events.ts';

test('notice of a command is its event', () => {
  const event = { event: 'key_created', developerId: 'd', apiKeyId: 'k', keyPrefix: 'ot_live_AbC123' };
  expect(readCommandEvent(JSON.stringify(event))).toEqual({ ...event, source: 'command' });
});

test('fields that no command sends are left out', () => {
  const event = { event: 'password_reset', userId: 'u', address: '192.0.2.1', note: 'forged' };
  expect(readCommandEvent(JSON.stringify(event))).toEqual({
    event: 'password_reset',
    userId: 'u',
    source: 'command',
  });
});

test.each([
  'key_created',
  '',
  '{}',
  '{"event":"toString"}',
  '{"event":"an event of a later version"}',
  `{"event":"key_created","keyPrefix":"${'x'.repeat(101)}"}`,
])('notice %j of another client is ignored', (payload) => {
  expect(readCommandEvent(payload)).toBeUndefined();
});
