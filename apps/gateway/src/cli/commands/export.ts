import { exportedFields, exportRecords, findDeveloper, Instant } from '@outturn/service';
import { Argument, type Command, Option } from 'commander';
import { type RecordFormat, recordFormats } from '../export/format-records.ts';
import { BROKEN_PIPE, isToNewFile, print, tell } from '../print.ts';
import { importKindNames, importKindOf } from '../record-kinds.ts';
import { DAY, parseDay, parserOf } from './parsers.ts';
import { tellOwner } from './report-developer.ts';
import { withMigratedDatabase } from './with-database.ts';

export function addExportCommand(program: Command): void {
  program
    .command('export')
    .description(
      'write the records of a developer to standard output, oldest first, in the format of `import`',
    )
    .addArgument(new Argument('<kind>', 'kind of records').choices(importKindNames))
    .requiredOption('--developer <name>', 'name of the developer, as shown by `developers list`')
    .addOption(
      new Option('--format <format>', 'output format').choices(Object.keys(recordFormats)).default('csv'),
    )
    .option('--from <time>', 'start: a day in UTC such as 2026-01-31, or an instant', parseFrom)
    .option('--to <time>', 'end: a day, included, or an instant, excluded', parseTo)
    .action(runExport);
}

type ExportCommandOptions = {
  developer: string;
  format: keyof typeof recordFormats;
  from?: string;
  to?: string;
};

function runExport(name: string, options: ExportCommandOptions): Promise<void> {
  const { developer: developerName, from, to } = options;
  if (from !== undefined && to !== undefined && from >= to) throw new Error('--from must be before --to.');
  const kind = importKindOf(name);
  const format: RecordFormat = recordFormats[options.format];
  const fields = exportedFields(kind);
  const head = (isToNewFile() ? format.mark : '') + format.begin(fields);
  return withMigratedDatabase(async (database) => {
    const { id: developerId } = await findDeveloper(database.fork(), developerName);
    await tellOwner(database, developerName);
    let count: number | undefined;
    // The reader of a pipe cannot tell an early end from a complete export.
    const warn = (code: number) => {
      if (count !== undefined && code !== BROKEN_PIPE)
        tell(`The export is incomplete: it ended after ${describe(count)}.\n`);
    };
    process.once('exit', warn);
    for await (const records of exportRecords(database, { developerId, kind, from, to })) {
      const begin = count === undefined ? head : '';
      await print(begin + format.lines(records, fields));
      count = (count ?? 0) + records.length;
    }
    if (count === undefined) await print(head);
    process.off('exit', warn);
    tell(`${describe(count)} exported.\n`);
  });

  function describe(count = 0): string {
    return `${count.toLocaleString('en')} ${count === 1 ? name.replace(/s$/, '') : name}`;
  }
}

const parseInstant = parserOf(Instant);

function parseFrom(text: string): string {
  return text.includes('T') ? parseInstant(text) : parseDay(text).toISOString();
}

function parseTo(text: string): string {
  if (text.includes('T')) return parseInstant(text);
  const end = new Date(parseDay(text).getTime() + DAY);
  // PostgreSQL cannot parse JavaScript's format of years after 9999.
  return end.getUTCFullYear() > 9999 ? 'infinity' : end.toISOString();
}
