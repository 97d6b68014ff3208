import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';

/** Logs fields and a message, and returns the line. */
function logged(fields: object, message = ''): { line: string; parsed: Record<string, unknown> } {
  let line = '';
  const write = (text: string) => {
    line += text;
  };
  createLogger({ level: 'info', format: 'json' }, { write }).error(fields, message);
  return { line, parsed: JSON.parse(line) };
}

const key = `ot_live_${'aB3'.repeat(16)}x`;

test.each([
  [`the key ${key} is wrong`, 'the key ot_live_[redacted] is wrong'],
  [`key\n${key}\ttab`, 'key\not_live_[redacted]\ttab'],
  [`xout_${key} x${key}y`, 'xout_ot_live_[redacted] xot_live_[redacted]'],
  [`http://${key.toUpperCase()}.example`, 'http://ot_live_[redacted].example'],
  ['a\nBearer abc.def-ghi', 'a\nBearer [redacted]'],
  ['url_postgres://a:pa55@db', 'url_postgres://a:[redacted]@db'],
  ['the key ot_live_AbC123 was revoked', 'the key ot_live_AbC123 was revoked'],
  ['Authorization: Bearer abc.def-ghi', 'Authorization: Bearer [redacted]'],
  [
    'cookie: __Host-outturn.session_token=abc.d%3D; a=b',
    'cookie: __Host-outturn.session_token=[redacted]; a=b',
  ],
  ['GET /claim?token=abcdef&x=1', 'GET /claim?token=[redacted]&x=1'],
  [
    'connect postgres://outturn:pa55@db:5432/a failed',
    'connect postgres://outturn:[redacted]@db:5432/a failed',
  ],
  ['connect postgres://db:5432/a failed', 'connect postgres://db:5432/a failed'],
])('%s', (message, shown) => {
  expect(logged({}, message).parsed.msg).toBe(shown);
  expect(logged({ err: new Error(message) }).parsed.err).toMatchObject({ message: shown });
  expect(logged({ path: message }).parsed.path).toBe(shown);
});

test.each(['authorization', 'cookie', 'password', 'token', 'secret'])('a field called %s', (name) => {
  const fields = { [name]: 'abc', headers: { [name]: 'abc' }, request: { headers: { [name]: 'abc' } } };
  expect(logged(fields).line).not.toContain('abc');
});

test('no control of any terminal, and no end of a line but its own', () => {
  const { line, parsed } = logged({ path: '\r\n\t\u001b[31m\u0000\u007f\u009b31m\u2028\u202e' }, '\n\u009b');
  expect(line).toMatch(/^[\x20-\x7e]+\n$/);
  expect(parsed).toMatchObject({
    path: '\r\n\t\u001b[31m\u0000\u007f\u009b31m\u2028\u202e',
    msg: '\n\u009b',
  });
});

test('an error says what it is and why, and shows no value', () => {
  const cause = Object.assign(new Error('duplicate key value'), {
    code: '23505',
    detail: 'Key (email)=(a@example.com) already exists.',
    where: 'unnamed portal parameter $1 = a@example.com',
    table: 'users',
    parameters: ['a@example.com'],
  });
  const { line, parsed } = logged({ err: new Error('it failed', { cause }) });
  expect(parsed.err).toMatchObject({ message: 'it failed', cause: { code: '23505', table: 'users' } });
  expect(line).not.toContain('example.com');
});
