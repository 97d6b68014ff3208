import { expect, test, vi } from 'vitest';
import { createLogger, logFormatOf } from './logger.ts';

/** The text of a logger for a terminal without colours. The local time is replaced by `hh:mm:ss`. */
function written(log: (logger: ReturnType<typeof createLogger>) => void): string {
  let text = '';
  const write = (line: string) => {
    text += line;
  };
  log(createLogger({ level: 'trace', format: 'text' }, { write }));
  return text.replaceAll(/^\d\d:\d\d:\d\d/gm, 'hh:mm:ss');
}

test('entry is a line with the local time, its level, its message and its fields', () => {
  expect(
    written((logger) => {
      logger.info('stopping');
      logger.warn({ event: 'bad_key', count: 3, reason: 'two words', gone: undefined }, 'security event');
      logger.error({ replica: { host: 'a' } }, 'not in use');
      for (const level of ['fatal', 'debug', 'trace'] as const) logger[level]('told');
    }),
  ).toBe(
    [
      'hh:mm:ss info  stopping',
      'hh:mm:ss warn  security event event=bad_key count=3 reason="two words"',
      'hh:mm:ss error not in use replica={"host":"a"}',
      'hh:mm:ss fatal told',
      'hh:mm:ss debug told',
      'hh:mm:ss trace told',
      '',
    ].join('\n'),
  );
  vi.useFakeTimers({ now: new Date(2026, 0, 31, 7, 5, 9) });
  const lines: string[] = [];
  createLogger({ level: 'info', format: 'text' }, { write: (line) => void lines.push(line) }).info('now');
  vi.useRealTimers();
  expect(lines).toEqual(['07:05:09 info  now\n']);
});

test('error follows its entry with its stack and its causes', () => {
  const cause = new Error('the disk is full');
  const text = written((logger) =>
    logger.error({ err: new Error('it failed', { cause }), requestId: 'r' }, 'server error'),
  );
  const [first, second, third] = text.split('\n');
  expect([first, second]).toEqual(['hh:mm:ss error server error requestId=r', '    Error: it failed']);
  expect(third).toMatch(/^ {4}at /);
  expect(text).toContain('\n    Caused by: Error: the disk is full\n    at ');
});

test('text of callers starts no line and controls no terminal, and secrets are redacted', () => {
  const nasty = '\r\n00:00:00 info forged\u001b[31m\u0000\u009b\u2028\u202e';
  const text = written((logger) =>
    logger.info({ path: nasty, [nasty]: 1, password: 'horse', note: `ot_live_${'x'.repeat(49)}` }, nasty),
  );
  expect(text).toMatch(/^[\x20-\x7e]+\n$/);
  expect(text).toContain('password=[redacted] note=ot_live_[redacted]');
  expect(text).not.toContain('horse');
});

test('format is text on a terminal, JSON elsewhere, and the setting overrides both', () => {
  expect(logFormatOf(undefined, { isTTY: true })).toBe('text');
  expect(logFormatOf(undefined, {})).toBe('json');
  expect(logFormatOf('json', { isTTY: true })).toBe('json');
  expect(logFormatOf('text', {})).toBe('text');
});
