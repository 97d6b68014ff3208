import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { locateDatabase } from './database-location.ts';
import { readSettings } from './settings.ts';

test.each([
  ['a file', 'file', 'EEXIST: file already exists'],
  ['below a file', 'file/data', 'ENOTDIR: not a directory'],
])('a DATA_DIR that is %s cannot hold the embedded PostgreSQL, and is named', async (_, name, why) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'outturn-data-dir-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, 'file'), '');
  const DATA_DIR = path.join(folder, name);
  await expect(locateDatabase(readSettings({ DATA_DIR }))).rejects.toThrow(
    `DATA_DIR (${DATA_DIR}) cannot be used: ${why}, mkdir '${DATA_DIR}'\nSet it to a folder that this user may write, or set DATABASE_URL`,
  );
});

test('a DATABASE_DIRECT_URL without a DATABASE_URL is refused', async () => {
  const settings = readSettings({ DATABASE_DIRECT_URL: 'postgres://127.0.0.1:1/outturn' });
  await expect(locateDatabase(settings)).rejects.toThrow('DATABASE_DIRECT_URL is set without DATABASE_URL');
});
