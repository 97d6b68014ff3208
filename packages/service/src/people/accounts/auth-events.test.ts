import { expect, test } from 'vitest';
import type { SecurityEvent } from '../../base/security-event.ts';
import type { Database } from '../../database/database.ts';
import { reportAuthEvent, verdictOf } from './auth-events.ts';

test.each([
  [{ status: 200 }, 'right'],
  [{ status: 401, code: 'INVALID_EMAIL_OR_PASSWORD' }, 'wrong'],
  [{ status: 400, code: 'INVALID_PASSWORD' }, 'wrong'],
  [{ status: 401, code: 'FAILED_TO_CREATE_SESSION' }, 'unknown'],
  [{ status: 400, code: 'INVALID_EMAIL' }, 'unknown'],
  [{ status: 429, code: 'TOO_MANY_REQUESTS' }, 'unknown'],
])('outcome %j: the password is %s', (outcome, verdict) => {
  expect(verdictOf(outcome)).toBe(verdict);
});

/** The events of a request, in an installation without accounts. */
async function eventsOf(path: string, outcome: { status: number; code: string }): Promise<SecurityEvent[]> {
  const events: SecurityEvent[] = [];
  // Reporting looks up the account of an email, and nothing else.
  const database = { fork: () => ({ findOne: async () => null }) } as unknown as Database;
  const caller = { report: (event: SecurityEvent) => void events.push(event), admitPassword: unused };
  const claim = { token: 'token', developerId: 'developer' };
  const account = { email: 'ada@example.com', tag: 'tag' };
  await reportAuthEvent(database, { path, outcome, request: { caller, claim, account } });
  return events;
}
const unused = () => Promise.reject(new Error('unused'));

test('a sign-in without a session is no failed sign-in', async () => {
  expect(await eventsOf('/sign-in/email', { status: 401, code: 'FAILED_TO_CREATE_SESSION' })).toEqual([]);
  expect(await eventsOf('/sign-in/email', { status: 401, code: 'INVALID_EMAIL_OR_PASSWORD' })).toEqual([
    { event: 'sign_in_failed', emailTag: 'tag' },
  ]);
});

test.each(['INVITATION_EXPIRED', 'INVITATION_NOT_VALID'])(
  'a sign-up with a refused claim link is reported as both: %s',
  async (reason) => {
    expect(await eventsOf('/sign-up/email', { status: 403, code: reason })).toEqual([
      { event: 'claim_refused', developerId: 'developer', reason },
      { event: 'sign_up_refused', emailTag: 'tag', reason },
    ]);
  },
);
