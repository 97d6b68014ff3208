import type { Command } from 'commander';
import { onTestFinished, vi } from 'vitest';
import { createProgram } from '../program.ts';

/**
 * The command line's words about arguments that it refuses, in this process: `main.ts` prints it and ends with 1.
 * Throws when they are taken.
 */
export async function refusalOf(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  // Relative to the test, not to where npm was called.
  for (const [name, value] of Object.entries({ INIT_CWD: '', ...env })) vi.stubEnv(name, value);
  const program = createProgram();
  const printed: string[] = [];
  for (const command of withSubcommands(program)) {
    command.exitOverride().configureOutput({ writeErr: (text) => printed.push(text) });
  }
  const error = await program.parseAsync(args, { from: 'user' }).then(
    () => undefined,
    (thrown: Error) => thrown,
  );
  if (!error) throw new Error(`outturn ${args.join(' ')} was not refused`);
  return printed.join('') || error.message;
}

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}
