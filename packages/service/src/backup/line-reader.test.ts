import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineReader } from './line-reader.ts';

async function* chunksOf(text: string, sizes: readonly number[]) {
  let rest = Buffer.from(text);
  for (const size of sizes) {
    yield rest.subarray(0, size);
    rest = rest.subarray(size);
  }
  yield rest;
}

test('lines are divided in the same places, wherever the chunks of the stream end', async () => {
  const line = fc.constantFrom('\n', 'a\n', 'ü\t\\n\n', 'a line that is longer than its chunks\n');
  const groups = fc.array(fc.array(line, { maxLength: 5 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(groups, fc.array(fc.nat(7), { maxLength: 40 }), async (parts, sizes) => {
      const reader = new LineReader(chunksOf(parts.flat().join(''), sizes));
      for (const part of parts)
        expect(Buffer.concat(await Array.fromAsync(reader.lines(part.length))).toString()).toBe(
          part.join(''),
        );
      await expect(reader.line()).rejects.toThrow('The backup ends too early.');
    }),
    { numRuns: 30 },
  );
});

test('endless line is refused before it fills the memory', async () => {
  let chunks = 0;
  const endless = async function* () {
    for (;;) {
      chunks++;
      yield Buffer.alloc(65_536, ' ');
    }
  };
  await expect(new LineReader(endless()).line()).rejects.toThrow('The first line of the backup is too long.');
  expect(chunks).toBe(17);
});

test('stream that goes on after its lines is refused', async () => {
  const reader = new LineReader(chunksOf('a\nb\n', [1, 1]));
  await reader.line();
  await expect(reader.end()).rejects.toThrow('The backup goes on after its last row.');
  const whole = new LineReader(chunksOf('a\n', [1]));
  await whole.line();
  await whole.end();
});
