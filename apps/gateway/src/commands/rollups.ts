import { rebuildRollups, verifyRollups } from '@outturn/service';
import type { Command } from 'commander';
import { withMigratedDatabase } from './with-database.ts';

/** `outturn rollups verify|rebuild`. */
export function addRollupsCommand(program: Command): void {
  const rollups = program.command('rollups').description('check or repair the sums that analytics read');
  rollups
    .command('verify')
    .description('compare the rollups with the records; ends with 1 on a difference')
    .action(() =>
      withMigratedDatabase(async (database) => {
        let differences = 0;
        for await (const { developerId, table, rows, total, count } of verifyRollups(database)) {
          differences += rows;
          process.stdout.write(
            `${developerId} ${table}: ${rows} rows differ, by ${total} USD and ${count} records\n`,
          );
        }
        if (differences > 0) {
          process.exitCode = 1;
          process.stdout.write('Repair them with: outturn rollups rebuild\n');
        } else process.stdout.write('The rollups equal the records.\n');
      }),
    );
  rollups
    .command('rebuild')
    .description('repair the rollups from the records, also while the server runs')
    .action(() =>
      withMigratedDatabase(async (database) => {
        process.stdout.write(`Repaired ${await rebuildRollups(database)} rows.\n`);
      }),
    );
}
