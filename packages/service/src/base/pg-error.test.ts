import { expect, test } from 'vitest';
import { AnswerTimeoutError, isCanceled, isConnectionLimit, isTransient, sqlStateOf } from './pg-error.ts';

const failure = (code?: string, message = 'failed') =>
  Object.assign(new Error(message), code !== undefined && { code });

test.each([
  ['23505', '23505'],
  ['40P01', '40P01'],
  ['P0001', 'P0001'],
  ['HV000', 'HV000'],
  // Codes of the operating system and of Node.js.
  ['EPIPE', ''],
  ['ECONNRESET', ''],
  ['ERR_INVALID_ARG_TYPE', ''],
  [undefined, ''],
])('the SQLSTATE of code %s is "%s"', (code, state) => {
  expect(sqlStateOf(failure(code))).toBe(state);
});

test.each([null, undefined, '23505', { code: '23505' }])('%o has no SQLSTATE', (thrown) => {
  expect(sqlStateOf(thrown)).toBe('');
});

test.each([
  ['08006', 'connection failure'],
  ['53100', 'disk full'],
  ['53300', 'too many connections'],
  ['57P01', 'terminating connection due to administrator command'],
  ['25006', 'cannot execute INSERT in a read-only transaction'],
  ['28P01', 'password authentication failed for user "outturn"'],
  ['3D000', 'database "outturn" does not exist'],
  ['55000', 'database "outturn" is not currently accepting connections'],
  ['ECONNREFUSED', 'connect ECONNREFUSED'],
  ['EPIPE', 'write EPIPE'],
  [undefined, 'Connection terminated unexpectedly'],
  [undefined, 'Client was closed and is not queryable'],
  [undefined, 'Client has encountered a connection error and is not queryable'],
  [undefined, new AnswerTimeoutError().message],
  [undefined, 'timeout exceeded when trying to connect'],
  ['57014', 'canceling statement due to statement timeout'],
  ['25P04', 'terminating connection due to transaction timeout'],
])('%s, "%s", is transient', (code, message) => {
  expect(isTransient(failure(code, message))).toBe(true);
});

test.each([
  ['23505', 'duplicate key value violates unique constraint'],
  ['42P01', 'relation "x" does not exist'],
  ['55000', 'lastval is not yet defined in this session'],
  ['ERR_INVALID_ARG_TYPE', 'The "path" argument must be of type string'],
  [undefined, 'Cannot read properties of undefined'],
])('%s, "%s", is not transient', (code, message) => {
  expect(isTransient(failure(code, message))).toBe(false);
});

test.each([
  ['53300', 'sorry, too many clients already', true],
  ['08P01', 'no more connections allowed (max_client_conn)', true],
  ['08P01', 'too many clients', true],
  ['08P01', 'invalid message format', false],
  ['53200', 'out of memory', false],
])('%s, "%s", is a lack of connections: %s', (code, message, expected) => {
  expect(isConnectionLimit(failure(code, message))).toBe(expected);
});

test('only 57014 is the cancellation of a statement', () => {
  expect(isCanceled(failure('57014'))).toBe(true);
  expect(isCanceled(failure('57P01'))).toBe(false);
});
