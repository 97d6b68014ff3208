import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { errorCatalogue, OutturnError, toOutturnError, tooBusy } from './errors.ts';

test.each(Object.entries(errorCatalogue))('%s has its status and a message of its own', (code, entry) => {
  const error = new OutturnError(code as keyof typeof errorCatalogue);
  expect(error).toMatchObject({ code, status: entry.status, message: entry.message });
  expect(error.details).toBeUndefined();
});

test('an OutturnError stays unchanged', () => {
  const error = new OutturnError('Not Found', { message: 'There is no such agent.' });
  expect(toOutturnError(error)).toBe(error);
});

test.each([new TypeError('secret detail'), 'secret detail', undefined, { message: 'secret detail' }])(
  '%o becomes a Server Error that reveals its cause to the log alone',
  (thrown) => {
    const error = toOutturnError(thrown);
    expect(error).toMatchObject({ code: 'Server Error', status: 500, cause: thrown });
    expect(error.message).not.toContain('secret');
    expect(error.retryAfter).toBeUndefined();
  },
);

test('an outage of PostgreSQL becomes a Server Error with a time to retry', () => {
  const away = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' });
  const error = toOutturnError(away);
  expect(error).toMatchObject({ code: 'Server Error', status: 500, retryAfter: 1, cause: away });
  expect(error.message).not.toContain('10.0.0.1');
});

test('a busy service says after how many seconds to retry', () => {
  expect(tooBusy()).toMatchObject({ code: 'Rate Limit Exceeded', status: 429, retryAfter: 5 });
  expect(tooBusy().message).toContain('Retry after 5 seconds');
});

test('no message of the service names a method of HTTP, as it is told on every surface', async () => {
  const folder = path.join(import.meta.dirname, '..');
  const files = (await readdir(folder, { recursive: true })).filter(
    // The accounts are reached over HTTP alone.
    (name) => /(?<!\.test|\.fixture)\.ts$/.test(name) && !name.startsWith('people/accounts'),
  );
  const naming = await Promise.all(
    files.map(async (name) => {
      const text = await readFile(path.join(folder, name), 'utf8');
      return (
        text.match(/^.*['"`].*\b(?:GET|POST|PATCH|PUT|DELETE)\b.*$/gm)?.map((line) => `${name}: ${line}`) ??
        []
      );
    }),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(naming.flat()).toEqual([]);
});
