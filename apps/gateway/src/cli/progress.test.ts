import { expect, onTestFinished, test, vi } from 'vitest';
import { createProgress } from './progress.ts';

function written({ isTTY }: { isTTY: boolean }): string[] {
  const lines: string[] = [];
  const before = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY');
  Object.defineProperty(process.stderr, 'isTTY', { value: isTTY, configurable: true });
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    lines.push(String(text));
    return true;
  });
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    write.mockRestore();
    Object.defineProperty(process.stderr, 'isTTY', before ?? { value: undefined, configurable: true });
  });
  return lines;
}

test('progress is a line every ten seconds where there is no terminal', () => {
  const lines = written({ isTTY: false });
  const progress = createProgress();
  progress.start(200, '0 rows');
  progress.update(50, '1,002 rows, 2 rejected');
  vi.advanceTimersByTime(9_999);
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(lines).toEqual(['25%, 1,002 rows, 2 rejected\n']);
  vi.advanceTimersByTime(20_000);
  expect(lines).toHaveLength(3);
  progress.note('503 \u001b[31mUnavailable');
  expect(lines.pop()).toBe('503 \\x1b[31mUnavailable, retrying\n');
  progress.stop();
  vi.advanceTimersByTime(20_000);
  expect(lines).toHaveLength(3);
});

test('progress is a bar on a terminal', () => {
  const lines = written({ isTTY: true });
  const progress = createProgress();
  progress.start(200, '0 rows');
  progress.update(50, '10 rows');
  progress.note('503 \u001b[31mUnavailable');
  progress.stop();
  expect(lines.join('')).toContain('25% | 10 rows');
  expect(lines.join('')).toContain(' | 503 \\x1b[31mUnavailable, retrying');
});
