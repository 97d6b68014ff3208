import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { doorOf, statementLabel, statusOf } from './metric-labels.ts';

test.each([
  ['reservations_read', 'reservations_read'],
  ['revenues_list_0123456789abcdef01234567', 'revenues_list'],
  ['record_revenues_0123456789abcdef01234567', 'record_revenues'],
  ['record_events_0123456789abcdef01234567_shared', 'record_events_shared'],
  ['records_of_each', 'records_of_each'],
])('the statement %s is counted as %s', (name, label) => {
  expect(statementLabel(name)).toBe(label);
});

// The parts of a label, from an answer and its request.
const answer = (url: string, accept?: string) => ({ req: { url, headers: { accept } } }) as ServerResponse;

test.each([
  ['/v1/revenues', 'REST'],
  ['/v1', 'REST'],
  ['/v10', 'dashboard'],
  ['/graphql?query=x', 'GraphQL'],
  ['/trpc/a,b', 'tRPC'],
  ['/api/auth/sign-in/email', 'accounts'],
  ['/healthz', 'probes'],
  ['/readyz', 'probes'],
  ['/metrics', 'metrics'],
  ['/docs', 'docs'],
  ['/', 'dashboard'],
  ['/anything/a/stranger/asks/for', 'dashboard'],
])('the door of %s is %s', (url, door) => {
  expect(doorOf(answer(url))).toBe(door);
});

test('a stream has a door of its own', () => {
  expect(doorOf(answer('/trpc/records.live', 'text/event-stream'))).toBe('tRPC live');
});

test('an answer that its caller did not wait for has the status 499', () => {
  expect(statusOf({ statusCode: 200, writableFinished: true } as ServerResponse)).toBe('200');
  expect(statusOf({ statusCode: 200, writableFinished: false } as ServerResponse)).toBe('499');
});
