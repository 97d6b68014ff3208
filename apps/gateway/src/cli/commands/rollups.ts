import { type Days, findContradictions, rebuildRollups, recordKinds, verifyRollups } from '@outturn/service';
import type { Command } from 'commander';
import { say } from '../print.ts';
import { DAY, parseDay } from './parsers.ts';
import { withMigratedDatabase } from './with-database.ts';

export function addRollupsCommand(program: Command): void {
  const rollups = program.command('rollups').description('check or repair the sums that analytics reads');
  const command = (name: string, description: string) =>
    rollups
      .command(name)
      .description(description)
      .option(
        '--from <day>',
        'first day in UTC, such as 2026-01-31; only this day if --to is missing',
        parseDay,
      )
      .option('--to <day>', 'last day', parseDay);
  command(
    'verify',
    'compare the rollups with the records, and refunds with their balances; exits with 1 on a difference',
  ).action((options: DayOptions) =>
    withMigratedDatabase(async (database) => {
      let differences = 0;
      const found = verifyRollups(database, recordKinds, { days: daysOf(options) });
      for await (const { developerId, table, rows, total, count } of found) {
        differences += rows;
        say(`${developerId} ${table}: ${rows} rows differ, by ${total} USD and ${count} records\n`);
      }
      let contradictions = 0;
      for await (const found of findContradictions(database, recordKinds)) {
        contradictions += found.records;
        const { developerId, table, records, exampleId, problem } = found;
        say(`${developerId} ${table}: ${records} records ${problem}, such as ${exampleId}\n`);
      }
      if (differences > 0) say('Repair them with: outturn rollups rebuild\n');
      if (contradictions > 0) say('This must not happen. Please report it as a fault of Outturn.\n');
      if (differences + contradictions > 0) process.exitCode = 1;
      else say('The rollups equal the records.\n');
    }),
  );
  command('rebuild', 'rebuild the rollups from the records; works while the server runs').action(
    (options: DayOptions) =>
      withMigratedDatabase(async (database) => {
        say(`Repaired ${await rebuildRollups(database, recordKinds, daysOf(options))} rows.\n`);
      }),
  );
}

type DayOptions = { from?: Date; to?: Date };

function daysOf({ from, to = from }: DayOptions): Days | undefined {
  if (!to) return undefined;
  if (!from || from > to) throw new Error('--from is required with --to and must not be after it.');
  return { from, to: new Date(to.getTime() + DAY) };
}
