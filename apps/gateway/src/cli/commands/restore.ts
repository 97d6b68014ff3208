import { createInterface } from 'node:readline/promises';
import {
  BackupReader,
  type Database,
  migrate,
  type RevokedKey,
  reinstateKeys,
  restoreBackup,
} from '@outturn/service';
import { type Command, Option } from 'commander';
import { type BackupFile, checkBackupFile, openBackupFile, readContent } from '../backup/read-backup-file.ts';
import { say } from '../print.ts';
import { createProgress, type Progress } from '../progress.ts';
import { describeRows, fileOf, tellUnlessFinished } from './backup-options.ts';
import { withDatabase } from './with-database.ts';

export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description('restore a file of `backup` into an empty database, and migrate it')
    .argument('<file>', 'file that `backup` has written')
    .addOption(
      new Option(
        '--revoke-keys',
        'revoke all API keys, which may have been revoked since the backup',
      ).conflicts('keepKeys'),
    )
    .option('--keep-keys', 'leave all API keys as they were')
    .action(runRestore);
}

type Options = { revokeKeys?: boolean; keepKeys?: boolean };

async function runRestore(name: string, { revokeKeys, keepKeys = false }: Options): Promise<void> {
  const started = performance.now();
  const asks = !revokeKeys && !keepKeys;
  if (asks && !process.stdin.isTTY)
    throw new Error(
      'API keys that were revoked since the backup would work again. Add --revoke-keys to revoke all keys, or --keep-keys to leave them as they were.',
    );
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
      const restoring = restoreBackup(database, backup, { keepsKeys: keepKeys, onRows: update });
      const revoked = await restoring.finally(progress.stop);
      finish();
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      say(`Restored ${describeRows(rows)} of ${tables.length} tables, as of ${takenAt}, ${seconds} s\n`);
      const { ran } = await migrate(database);
      if (ran.length > 0) say(`Ran ${ran.join(', ')}.\n`);
      say('All sessions and claim links have ended. Passwords are those of the backup.\n');
      if (asks && revoked.length > 0) await askForKeys(database, revoked);
      else if (!keepKeys) say(`Revoked ${count(revoked.length)}.\n`);
    });
  } finally {
    await file.handle.close();
  }
}

/** The keys are revoked by now, so that none works when nobody answers. */
async function askForKeys(database: Database, revoked: readonly RevokedKey[]): Promise<void> {
  say(
    `\nThe backup has ${count(revoked.length)}. Some may have been revoked since, so all are revoked now:\n`,
  );
  for (const { prefix, name, developerName } of revoked) say(`  ${prefix}  ${developerName}  ${name}\n`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    for (;;) {
      const answer = await terminal.question(
        'Keys that shall work again (first letters, or all; Enter for none): ',
      );
      const wanted = answer.split(/[\s,]+/).filter((word) => word !== '');
      const unknown = wanted.find(
        (word) => word !== 'all' && !revoked.some(({ prefix }) => prefix.startsWith(word)),
      );
      if (unknown !== undefined) {
        say(`No key begins with ${unknown}.\n`);
        continue;
      }
      const kept = revoked.filter(({ prefix }) =>
        wanted.some((word) => word === 'all' || prefix.startsWith(word)),
      );
      await reinstateKeys(
        database,
        kept.map(({ id }) => id),
      );
      say(
        `${count(kept.length)} will work again. The others stay revoked (${revoked.length - kept.length}).\n`,
      );
      return;
    }
  } finally {
    terminal.close();
  }
}

function count(keys: number): string {
  return `${keys} active API ${keys === 1 ? 'key' : 'keys'}`;
}

async function check(file: BackupFile, progress: Progress): Promise<void> {
  const text = 'checking the file';
  progress.start(file.size, text);
  await checkBackupFile(file, (bytes) => progress.update(bytes, text)).finally(progress.stop);
}
