import { type Command, Option } from 'commander';
import { checks } from '../doctor/checks.ts';
import { readInstallation } from '../doctor/installation.ts';
import { runChecks } from '../doctor/run-checks.ts';
import { printList, withJsonOption } from '../print-list.ts';
import { parseWorkerCount } from './parsers.ts';
import { holdDatabase } from './with-database.ts';

type DoctorOptions = { workers: number; json?: boolean };

export function addDoctorCommand(program: Command): void {
  withJsonOption(program.command('doctor'))
    .description('check the installation and say what to do; exits with 1 if something is wrong')
    .addOption(workersOption())
    .action(async ({ workers, json }: DoctorOptions) => {
      const installation = readInstallation(process.env, workers);
      const located = installation.location();
      const held = located.then((location) => location ?? { release: async () => undefined });
      await holdDatabase(held, async () => {
        const lines = await runChecks(checks, installation);
        if (lines.some(({ level }) => level === 'error')) process.exitCode = 1;
        await printList(lines, { json, empty: '' });
        await installation.close();
      });
      // Ends connections that do not answer.
      process.exit();
    });
}

function workersOption(): Option {
  return new Option('--workers <number>', 'the --workers of outturn serve')
    .argParser(parseWorkerCount)
    .default(1);
}
