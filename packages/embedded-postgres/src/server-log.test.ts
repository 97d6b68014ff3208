import { chown, link, lstat, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepareClusterPaths } from './cluster-paths.ts';
import { openLog, readLogTail } from './server-log.ts';

test.runIf(process.getuid?.() === 0)(
  'the log in a folder of another user is opened through no link',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'outturn-log-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const paths = await prepareClusterPaths(folder);
    await chown(folder, 54_321, 54_321);
    const other = join(folder, 'other');
    await writeFile(other, '');
    await symlink(other, paths.log);
    await expect(openLog(paths)).rejects.toThrow('ELOOP');
    await expect(readLogTail(paths)).rejects.toThrow('ELOOP');

    await rm(paths.log);
    await link(other, paths.log);
    await expect(openLog(paths)).rejects.toThrow(`${paths.log} has hard links: delete it, and start again.`);

    await rm(paths.log);
    await (await openLog(paths)).close();
    expect((await lstat(paths.log)).uid).toBe(54_321);
    expect((await lstat(other)).uid).toBe(0);
  },
);
