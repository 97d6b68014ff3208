import { lstat, mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { restoreFileSystem, spyOnFileSystem } from './file-system.fixture.ts';
import { restoreLinks } from './library-links.ts';
import { keepCopy } from './postgres-binaries.ts';

const link = { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' };

/** The folder of the programs in a package whose install script was ignored. */
async function packageWith(links: unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'outturn-links-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'native/lib'), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "name": "@test/programs", "version": "1.0.0" }');
  await writeFile(join(folder, link.source), 'library');
  if (links) await writeFile(join(folder, 'native/pg-symlinks.json'), JSON.stringify(links));
  return join(folder, 'native');
}

function failOnce(code: string): void {
  onTestFinished(restoreFileSystem);
  const error = Object.assign(new Error(`${code}: no link`), { code });
  spyOnFileSystem('symlink').mockImplementationOnce(() => Promise.reject(error));
}

test('missing links are restored, and present ones are kept', async () => {
  const native = await packageWith([link]);
  expect(await Promise.all([restoreLinks(native), restoreLinks(native)])).toEqual([true, true]);
  expect(await readlink(join(native, 'lib/libpq.so.5'))).toBe('libpq.so.5.18');

  const { ino } = await lstat(join(native, 'lib/libpq.so.5'));
  expect(await restoreLinks(native)).toBe(true);
  expect((await lstat(join(native, 'lib/libpq.so.5'))).ino).toBe(ino);
});

test('programs without a list need no links', async () => {
  expect(await restoreLinks(await packageWith(undefined))).toBe(true);
});

test.each(['EACCES', 'EPERM', 'EROFS'])('a folder that answers %s cannot get its links', async (code) => {
  const native = await packageWith([link]);
  failOnce(code);
  expect(await restoreLinks(native)).toBe(false);
});

test('another failure is thrown', async () => {
  const native = await packageWith([link]);
  failOnce('ENOSPC');
  await expect(restoreLinks(native)).rejects.toThrow('ENOSPC');
});

test('a copy in the data folder has the links', async () => {
  const native = await packageWith([link]);
  const dataDir = await mkdtemp(join(tmpdir(), 'outturn-data-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));

  const folder = await keepCopy(native, dataDir);
  expect(folder).toBe(join(dataDir, 'binaries/programs-1.0.0'));
  expect(await readFile(join(folder, 'lib/libpq.so.5'), 'utf8')).toBe('library');

  await rm(folder, { recursive: true });
  onTestFinished(restoreFileSystem);
  spyOnFileSystem('cp').mockRejectedValueOnce(new Error('ENOSPC: no space left'));
  await expect(keepCopy(native, dataDir)).rejects.toThrow(
    `The programs in ${native} lack links between their libraries, and the folder is read-only, and they cannot be copied to ` +
      `${join(dataDir, 'binaries')} (ENOSPC: no space left). Make space there, or start once as the owner of that folder.`,
  );
});
