import { BackupReader, migrate, restoreBackup } from '@outturn/service';
import type { Command } from 'commander';
import { type BackupFile, checkBackupFile, openBackupFile, readContent } from '../backup/read-backup-file.ts';
import { createProgress } from '../progress.ts';
import { describeRows, fileOf, tellIfUnfinished } from './backup-options.ts';
import { withDatabase } from './with-database.ts';

export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description('restore a file of `backup` into an empty database, and migrate it')
    .argument('<file>', 'file that `backup` has written')
    .action(runRestore);
}

async function runRestore(name: string): Promise<void> {
  const file = await openBackupFile(fileOf(name));
  const started = performance.now();
  try {
    const { header, ran } = await tellIfUnfinished('Nothing was restored.', () => restore(file));
    const rows = header.tables.reduce((sum, table) => sum + table.rows, 0);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stdout.write(
      `Restored ${describeRows(rows)} of ${header.tables.length} tables, as of ${header.takenAt}, ${seconds} s\n`,
    );
    if (ran.length > 0) process.stdout.write(`Ran ${ran.join(', ')}.\n`);
  } finally {
    await file.handle.close();
  }
}

/** Checks the whole file before it touches a database or creates an embedded one. */
async function restore(file: BackupFile) {
  const progress = createProgress();
  progress.start(file.size, 'checking the file');
  await checkBackupFile(file, (bytes) => progress.update(bytes, 'checking the file')).finally(progress.stop);
  const backup = await BackupReader.open(readContent(file));
  const { header } = backup;
  return withDatabase(async (database) => {
    progress.start(
      header.tables.reduce((sum, { rows }) => sum + rows, 0),
      describeRows(0),
    );
    await restoreBackup(database, backup, (rows) => progress.update(rows, describeRows(rows))).finally(
      progress.stop,
    );
    const { ran } = await migrate(database);
    return { header, ran };
  });
}
