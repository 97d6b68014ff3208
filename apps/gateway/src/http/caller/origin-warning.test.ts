import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { originWarning } from './origin-warning.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start() {
  const lines: { msg: string; sent?: string; own?: string; path?: string; count?: number }[] = [];
  const warn = originWarning(pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }));
  const refuse = (sent: string, own = 'https://o.example') =>
    warn({ path: '/api/auth/sign-in/email', sent, own, message: `Not ${sent}.` });
  return { lines, refuse };
}

test('a refused origin is logged once a minute, and then with the count of the others', () => {
  const { lines, refuse } = start();
  for (let i = 0; i < 3; i++) refuse('https://a.example');
  expect(lines).toMatchObject([
    { level: 40, msg: 'Not https://a.example.', sent: 'https://a.example', own: 'https://o.example' },
  ]);
  expect(lines[0]).not.toHaveProperty('count');
  vi.advanceTimersByTime(60_000);
  expect(lines.slice(1)).toMatchObject([{ sent: 'https://a.example', count: 2 }]);
  refuse('https://a.example');
  expect(lines).toHaveLength(3);
});

test('forged origins hide no other origin and no other host', () => {
  const { lines, refuse } = start();
  for (let i = 0; i < 100; i++) refuse('https://forged.example');
  refuse('https://outturn.example');
  refuse('https://forged.example', 'https://outturn.example');
  expect(lines.map(({ sent, own }) => [sent, own])).toEqual([
    ['https://forged.example', 'https://o.example'],
    ['https://outturn.example', 'https://o.example'],
    ['https://forged.example', 'https://outturn.example'],
  ]);
});

test('a flood of different origins is bounded, and nothing goes uncounted', () => {
  const { lines, refuse } = start();
  for (let i = 0; i < 5_000; i++) refuse(`https://${i}.example`);
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(1_001);
  expect(lines.at(-1)).toMatchObject({ count: 4_000 });
  expect(lines.at(-1)).not.toHaveProperty('sent');
});
