import type { Command } from 'commander';
import { onTestFinished, vi } from 'vitest';
import { createProgram } from '../program.ts';

/** Runs in this process. Throws if the arguments are accepted. */
export async function refusalOf(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  // Paths stay relative to the test, not to the directory in which npm was called.
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
