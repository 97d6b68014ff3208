import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

test('the README names every document', () => {
  const line =
    /^docs\/ +(.+(?:\n +.+)*)$/m.exec(readFileSync(path.join(root, 'README.md'), 'utf8'))?.[1] ?? '';
  const named = line.split(/,\s+/);
  const guides = readdirSync(path.join(root, 'docs')).filter((name) => name.endsWith('.md'));
  // Benchmarks have several pages under one name.
  const names = new Set(guides.map((name) => name.replace(/(-\w+)?\.md$/, '')));
  expect(names.size).toBeGreaterThan(5);
  expect(named.toSorted()).toEqual([...names, 'decisions'].toSorted());
});
