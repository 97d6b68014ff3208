import { Command, Option } from 'commander';
import { version } from '../observability/version.ts';
import { addAccountsCommand } from './commands/accounts.ts';
import { addBackupCommand } from './commands/backup.ts';
import { addDevelopersCommand } from './commands/developers.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addExportCommand } from './commands/export.ts';
import { addImportCommand } from './commands/import.ts';
import { addKeysCommand } from './commands/keys.ts';
import { addMcpCommand } from './commands/mcp.ts';
import { addMigrateCommand } from './commands/migrate.ts';
import { parseWorkerCount } from './commands/parsers.ts';
import { addRestoreCommand } from './commands/restore.ts';
import { addRollupsCommand } from './commands/rollups.ts';
import { addSeedCommand } from './commands/seed.ts';
import { serve } from './commands/serve.ts';
import { say, tell } from './print.ts';

export function createProgram(): Command {
  const program = new Command('outturn')
    .description('Records the costs and revenue of AI agents and reports on them.')
    .version(version)
    .configureOutput({ writeOut: say, writeErr: tell })
    .showHelpAfterError('Run with --help for usage.');
  program
    .command('serve')
    .description('run the server')
    .addOption(
      new Option(
        '--workers <number>',
        'number of processes that share the port and the limits, or auto for one per core',
      )
        .argParser(parseWorkerCount)
        .default(1),
    )
    .option('--demo', 'fill a new installation with demo data, or complete it; adds nothing to other records')
    .action(serve);
  addDoctorCommand(program);
  addMigrateCommand(program);
  addKeysCommand(program);
  addDevelopersCommand(program);
  addAccountsCommand(program);
  addRollupsCommand(program);
  addBackupCommand(program);
  addRestoreCommand(program);
  addImportCommand(program);
  addExportCommand(program);
  addSeedCommand(program);
  addMcpCommand(program);
  // npm changes to the repository, where DATA_DIR is, and passes the caller's directory, to which file names of `import`
  // are relative, in INIT_CWD.
  program.hook('preAction', (_, command) => {
    if (command.name() === 'import' && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
  });
  return program;
}
