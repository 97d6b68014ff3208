import { expect, test } from 'vitest';
import { developmentNotice } from './development-notice.ts';

const noticeOf = (host: string) => developmentNotice({ isDevelopment: true, host });

test.each(['127.0.0.1', '127.0.0.2', 'localhost', '::1'])(
  'start on %s says what lets other machines connect',
  (host) => {
    expect(noticeOf(host)).toMatch(/only this machine .* NODE_ENV=production, or HOST=0\.0\.0\.0/);
  },
);

test.each(['0.0.0.0', '::', '192.168.1.20', 'outturn.internal'])(
  'start on %s says that other machines reach GraphiQL',
  (host) => {
    expect(noticeOf(host)).toContain(
      `for every machine that can connect (HOST is ${host}). Set NODE_ENV=production`,
    );
  },
);

test('production has no notice', () => {
  expect(developmentNotice({ isDevelopment: false, host: '127.0.0.1' })).toBeUndefined();
});
