import { BackupReader, migrate, restoreBackup } from '@outturn/service';
import type { Command } from 'commander';
import { type BackupFile, checkBackupFile, openBackupFile, readContent } from '../backup/read-backup-file.ts';
import { createProgress, type Progress } from '../progress.ts';
import { describeRows, fileOf, tellUnlessFinished } from './backup-options.ts';
import { withDatabase } from './with-database.ts';

export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description('restore a file of `backup` into an empty database, and migrate it')
    .argument('<file>', 'file that `backup` has written')
    .action(runRestore);
}

async function runRestore(name: string): Promise<void> {
  const started = performance.now();
  const finish = tellUnlessFinished('Nothing was restored.');
  const file = await openBackupFile(fileOf(name));
  try {
    const progress = createProgress();
    // Before a database is touched, or an embedded one created.
    await check(file, progress);
    const backup = await BackupReader.open(readContent(file));
    const { tables, takenAt } = backup.header;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    await withDatabase(async (database) => {
      progress.start(rows, describeRows(0));
      const update = (done: number) => progress.update(done, describeRows(done));
      await restoreBackup(database, backup, update).finally(progress.stop);
      finish();
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      process.stdout.write(
        `Restored ${describeRows(rows)} of ${tables.length} tables, as of ${takenAt}, ${seconds} s\n`,
      );
      const { ran } = await migrate(database);
      if (ran.length > 0) process.stdout.write(`Ran ${ran.join(', ')}.\n`);
    });
  } finally {
    await file.handle.close();
  }
}

async function check(file: BackupFile, progress: Progress): Promise<void> {
  const text = 'checking the file';
  progress.start(file.size, text);
  await checkBackupFile(file, (bytes) => progress.update(bytes, text)).finally(progress.stop);
}
