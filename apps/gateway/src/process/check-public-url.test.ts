import { pino } from 'pino';
import { expect, test } from 'vitest';
import { checkPublicUrl } from './check-public-url.ts';

/** The messages of the warnings. */
function warnings(isDevelopment: boolean, publicUrl: string | undefined): string[] {
  const messages: string[] = [];
  const logger = pino({}, { write: (line) => messages.push(JSON.parse(line).msg) });
  checkPublicUrl({ isDevelopment, publicUrl }, logger);
  return messages;
}

test.each([
  [undefined, 'PUBLIC_URL is not set, '],
  ['http://outturn.example', 'PUBLIC_URL is http://outturn.example, '],
])('production with PUBLIC_URL %s warns that cookies are not Secure', (publicUrl, beginning) => {
  expect(warnings(false, publicUrl)).toEqual([
    `${beginning}so that session cookies are not Secure and pages have no HSTS. Set it to the https:// address at which people reach this server.`,
  ]);
});

test('production over TLS warns of nothing, and neither does development', () => {
  expect(warnings(false, 'https://outturn.example')).toEqual([]);
  expect(warnings(true, undefined)).toEqual([]);
});
