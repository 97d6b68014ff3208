import { link, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusalOf } from './refusal.fixture.ts';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outturn-mistakes-'));
  file = path.join(folder, 'sales.csv');
  await writeFile(file, 'amount,recordedAt\n1.50,2024-01-15T10:30:00Z\na lot,2024-01-15T10:30:00Z\n');
});
afterAll(() => rm(folder, { recursive: true }));

/** How an import is refused; an attempt to send anything would be told instead. */
const refusalWith = (rejected: string) =>
  refusalOf(['import', 'revenues', file, '--rejected', rejected, '--url', 'http://127.0.0.1:1'], {
    OUTTURN_API_KEY: 'x',
  });

test.each([
  ['none/bad.csv', 'its folder does not exist. Name another file with --rejected.'],
  ['', 'it exists and is no regular file. Name another one with --rejected.'],
  ['link.csv', 'it exists and is no regular file. Name another one with --rejected.'],
])('rejected rows cannot go to %j, which is refused before anything is sent', async (name, why) => {
  const rejected = path.join(folder, name);
  if (name === 'link.csv') await symlink(path.join(folder, 'of others'), rejected);
  expect(await refusalWith(rejected)).toBe(`Rejected rows cannot be written to ${rejected}: ${why}`);
});

test('rejected rows cannot go to the file that is imported, by any name of it', async () => {
  const content = await readFile(file, 'utf8');
  const [linked, other] = [path.join(folder, 'linked.csv'), path.join(folder, 'other.csv')];
  await symlink(file, linked);
  await link(file, other);
  for (const rejected of [file, linked, other]) {
    expect(await refusalWith(rejected)).toBe(
      'Rejected rows cannot be written to the imported file. Name another file with --rejected.',
    );
  }
  expect(await readFile(file, 'utf8')).toBe(content);
});

test.each([
  [
    [],
    /Unknown: "Notes"\. Missing: "generatedAt"\.\nKnown columns: value \(required\), generatedAt \(required\),.*\n.* skip them with: --ignore "Notes"$/,
  ],
  [
    ['--ignore', 'Notes', '--ignore', 'Note'],
    /Missing: "generatedAt"\. Passed to --ignore but not in the file: "Note"\.$/m,
  ],
])('wrong columns are refused before anything is sent, with %j', async (options, message) => {
  const odd = path.join(folder, 'odd.csv');
  await writeFile(odd, 'value,agentKey,Notes\n1,a,b\n');
  const args = ['import', 'outcomes', odd, '--url', 'http://127.0.0.1:1', ...options];
  expect(await refusalOf(args, { OUTTURN_API_KEY: 'x' })).toMatch(message);
});
