import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commentWords } from './comment-words.ts';

test('words on comment lines are counted per line of code, without tests', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'outturn-words-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const folder = path.join(root, 'packages/low/src');
  await mkdir(folder, { recursive: true });
  const source = [
    '/**',
    ' * Three words here.',
    ' */',
    'const a = 1;',
    '',
    '// And two',
    "const b = '/* no';",
    '',
  ];
  await writeFile(path.join(folder, 'a.ts'), source.join('\n'));
  await writeFile(path.join(folder, 'a.test.ts'), '// Many words that are in a test.\n');
  expect([...commentWords(root)]).toEqual([['packages/low', 2.5]]);
});
