import { withBackup } from '@outturn/service';
import type { Command } from 'commander';
import { version } from '../../observability/version.ts';
import { checkPlace, writeBackupFile } from '../backup/write-backup-file.ts';
import { say } from '../print.ts';
import { createProgress } from '../progress.ts';
import { describeRows, fileOf, tellUnlessFinished } from './backup-options.ts';
import { withDatabase } from './with-database.ts';

export function addBackupCommand(program: Command): void {
  program
    .command('backup')
    .description('write all data of the database to a file, as of one moment, while servers work')
    .argument('<file>', 'new file, which only you may read: it holds password hashes')
    .option('--force', 'replace the file if it exists')
    .action(runBackup);
}

async function runBackup(name: string, { force = false }: { force?: boolean }): Promise<void> {
  const file = fileOf(name);
  await checkPlace(file, { force });
  const started = performance.now();
  const finish = tellUnlessFinished('No backup was written.');
  const { rows, tables, bytes } = await withDatabase((database) =>
    withBackup(database, version, async ({ header, content }) => {
      const rows = header.tables.reduce((sum, table) => sum + table.rows, 0);
      const progress = createProgress();
      progress.start(rows, describeRows(0));
      const text = content((done) => progress.update(done, describeRows(done)));
      const bytes = await writeBackupFile(file, text, { force }).finally(progress.stop);
      return { rows, tables: header.tables.length, bytes };
    }),
  );
  finish();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const megabytes = (bytes / 1e6).toFixed(1);
  say(`${file}: ${describeRows(rows)} of ${tables} tables, ${megabytes} MB, ${seconds} s\n`);
}
