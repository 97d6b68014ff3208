import { glob } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { documentFile, documentOf } from './document.ts';
import { readResults } from './results.ts';
import { rows } from './rows.ts';

const root = path.resolve(import.meta.dirname, '../..');

test('every *.fire.ts file belongs to exactly one row, and every file of a row exists', async () => {
  const pattern = '{test,packages/*/src,apps/*/src}/**/*.{fire,test}.ts';
  const exclude = (name: string) => name === 'node_modules';
  const present = await Array.fromAsync(glob(pattern, { cwd: root, exclude }));
  const listed = rows.filter(({ isThroughPooler }) => !isThroughPooler).flatMap(({ files }) => files);

  expect(listed.filter((file) => file.endsWith('.fire.ts')).toSorted()).toEqual(
    present.filter((file) => file.endsWith('.fire.ts')).toSorted(),
  );
  expect(rows.flatMap(({ files }) => files).filter((file) => !present.includes(file))).toEqual([]);
});

test('docs/reliability.md has the rows and their last results', async () => {
  await expect(documentOf(await readResults())).toMatchFileSnapshot(path.join(root, documentFile));
});
