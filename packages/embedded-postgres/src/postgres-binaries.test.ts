import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { restoreFileSystem, spyOnFileSystem } from './file-system.fixture.ts';
import { keepCopy } from './postgres-binaries.ts';

test.runIf(process.getuid?.() === 0)('a copy of the programs replaces those that were killed', async () => {
  const name = `test-${randomUUID()}`;
  const source = await mkdtemp(join(tmpdir(), 'outturn-binaries-'));
  onTestFinished(() => rm(source, { recursive: true }));
  await mkdir(join(source, 'native/bin'), { recursive: true });
  await writeFile(join(source, 'package.json'), JSON.stringify({ name: `@test/${name}`, version: '1.0.0' }));
  await writeFile(join(source, 'native/bin/postgres'), 'program', { mode: 0o700 });

  const folder = `/var/lib/outturn/binaries/${name}-1.0.0`;
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const killed of [`${folder}.partial/bin`, `${folder.replace('1.0', '0.9')}.partial-5a1e/bin`]) {
    await mkdir(killed, { recursive: true });
    await writeFile(join(killed, 'postgres'), 'pro');
  }

  // Two starts at once make one copy.
  const native = join(source, 'native');
  expect(await Promise.all([keepCopy(native), keepCopy(native)])).toEqual([folder, folder]);
  const program = join(folder, 'bin/postgres');
  expect(await readFile(program, 'utf8')).toBe('program');
  expect((await stat(program)).mode & 0o777).toBe(0o755);
  const left = await readdir(dirname(folder));
  expect(left.filter((each) => each.startsWith(name) || each.includes('starting'))).toEqual([
    `${name}-1.0.0`,
  ]);

  await writeFile(join(source, 'package.json'), JSON.stringify({ name: `@test/${name}`, version: '2.0.0' }));
  onTestFinished(restoreFileSystem);
  spyOnFileSystem('cp').mockImplementationOnce(async (_, to) => {
    await mkdir(to as string);
    throw new Error('ENOSPC: no space left');
  });
  await expect(keepCopy(native)).rejects.toThrow(
    `cannot be copied to /var/lib/outturn/binaries (ENOSPC: no space left). Make space there`,
  );
  expect(await readdir(dirname(folder))).not.toContain(`${name}-2.0.0.partial`);
});
