import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { originWarning } from './origin-warning.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('refused origins are logged once a minute, with the number that was left out', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const lines: { msg: string; sent: string; notLogged: number }[] = [];
  const warn = originWarning(pino({}, { write: (line) => lines.push(JSON.parse(line)) }));
  const refuse = (sent: string) => warn({ path: '/api/auth/sign-in/email', sent, own: 'o', message: 'No.' });
  for (const sent of ['a', 'b', 'c']) refuse(sent);
  expect(lines).toMatchObject([{ level: 40, msg: 'No.', sent: 'a', own: 'o', notLogged: 0 }]);
  vi.advanceTimersByTime(60_000);
  refuse('d');
  expect(lines.slice(1)).toMatchObject([{ sent: 'd', notLogged: 2 }]);
});
