import { createClaim } from '@outturn/service';
import type { Command } from 'commander';
import { readSettings } from '../settings.ts';
import { withMigratedDatabase } from './with-database.ts';

/** `outturn developers claim`. */
export function addDevelopersCommand(program: Command): void {
  const developers = program.command('developers').description('manage developers');
  developers
    .command('claim')
    .description('make a link with which one account takes over a developer, once; prints the link alone')
    .argument('<name>', 'the developer, as `keys list` shows it')
    .action((name: string) =>
      withMigratedDatabase(async (database) => {
        const { publicUrl, port } = readSettings(process.env);
        const token = await createClaim(database, name);
        process.stdout.write(`${publicUrl ?? `http://localhost:${port}`}/claim?token=${token}\n`);
      }),
    );
}
