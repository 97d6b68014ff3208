import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { documentFile, parts, replacePart } from './document.ts';

test('docs/benchmarks.md has a place for the results of each run', async () => {
  const document = await readFile(path.resolve(import.meta.dirname, '../../..', documentFile), 'utf8');
  for (const part of parts) {
    const replaced = replacePart(document, part, 'New figures.');
    expect(replaced).toContain('New figures.');
    expect(replaced.match(/^## .*$/gm)).toEqual(document.match(/^## .*$/gm));
  }
});
