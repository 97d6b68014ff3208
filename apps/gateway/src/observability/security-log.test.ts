import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSecurityLog } from './security-log.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start() {
  const lines: Record<string, unknown>[] = [];
  const log = createSecurityLog(pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }));
  return { log, lines };
}

test('a flood from one address is three lines a minute, and one with the count of the others', () => {
  const { log, lines } = start();
  for (let i = 0; i < 500; i++) log.tell({ event: 'bad_key', address: '192.0.2.1', requestId: `${i}` });
  log.tell({ event: 'bad_key', address: '192.0.2.2' });
  log.tell({ event: 'sign_in_failed', address: '192.0.2.1' });
  expect(lines).toHaveLength(5);
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(6);
  expect(lines.at(-1)).toMatchObject({ level: 40, event: 'bad_key', address: '192.0.2.1', count: 497 });
  expect(lines.at(-1)).not.toHaveProperty('requestId');
  log.tell({ event: 'bad_key', address: '192.0.2.1', requestId: 'later' });
  expect(lines.at(-1)).toMatchObject({ requestId: 'later' });
});

test('a flood from many addresses is bounded as well, and nothing goes uncounted', () => {
  const { log, lines } = start();
  for (let i = 0; i < 20_000; i++) log.tell({ event: 'bad_key', address: `192.0.2.${i}` });
  log.close();
  expect(lines).toHaveLength(1_001);
  expect(lines.at(-1)).toMatchObject({ event: 'bad_key', count: 19_000 });
  expect(lines.at(-1)).not.toHaveProperty('address');
});

test('actions that succeed write a line each', () => {
  const { log, lines } = start();
  for (let i = 0; i < 10; i++) log.tell({ event: 'key_revoked', address: '192.0.2.1' });
  expect(lines).toHaveLength(10);
  expect(lines[0]).toMatchObject({ level: 30, msg: 'security event' });
});
