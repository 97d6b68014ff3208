import { expect, onTestFinished, test, vi } from 'vitest';
import { print, say, tell } from './print.ts';

const NASTY = 'a\n\u001b[2Jb\u009b\n';
const SHOWN = 'a\n\\x1b[2Jb\\x9b\n';

function written(stream: 'stdout' | 'stderr', isTTY: boolean): string[] {
  const texts: string[] = [];
  const output = process[stream];
  const before = Object.getOwnPropertyDescriptor(output, 'isTTY');
  Object.defineProperty(output, 'isTTY', { value: isTTY, configurable: true });
  const write = vi.spyOn(output, 'write').mockImplementation(((text: string, done?: () => void) => {
    texts.push(text);
    done?.();
    return true;
  }) as typeof output.write);
  onTestFinished(() => {
    write.mockRestore();
    Object.defineProperty(output, 'isTTY', before ?? { value: undefined, configurable: true });
  });
  return texts;
}

test.each([true, false])('messages have no control characters; terminal: %s', (isTTY) => {
  const [out, errors] = [written('stdout', isTTY), written('stderr', isTTY)];
  say(NASTY);
  tell(NASTY);
  expect([...out, ...errors]).toEqual([SHOWN, SHOWN]);
});

test.each([
  [true, SHOWN],
  [false, NASTY],
])('data reaches programs unchanged, and a terminal without control characters: %s', async (isTTY, shown) => {
  const out = written('stdout', isTTY);
  await print(NASTY);
  expect(out).toEqual([shown]);
});
