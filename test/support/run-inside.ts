import { vi } from 'vitest';
import { createProgram } from '../../apps/gateway/src/cli/program.ts';

type Program = ReturnType<typeof createProgram>;

/**
 * Runs the command line in this process, without its log, which saves the start of the program for tests of what a
 * command does.
 */
export async function runInside(
  databaseUrl: string,
  ...args: string[]
): Promise<{ code: number; output: string; errors: string }> {
  const [output, errors] = [capture(process.stdout), capture(process.stderr)];
  vi.stubEnv('DATABASE_URL', databaseUrl);
  vi.stubEnv('LOG_LEVEL', 'fatal');
  try {
    await throwing(createProgram()).parseAsync(args, { from: 'user' });
    return { code: 0, output: output.text(), errors: errors.text() };
  } catch (error) {
    const { message, exitCode } = error as Error & { exitCode?: number };
    // Commander has shown its own errors, which have an exit code.
    const shown = errors.text() + (exitCode === undefined ? `${message}\n` : '');
    return { code: exitCode ?? 1, output: output.text(), errors: shown };
  } finally {
    vi.unstubAllEnvs();
    output.end();
    errors.end();
  }
}

/** Commander would end the process. */
function throwing(command: Program): Program {
  for (const below of command.commands) throwing(below);
  return command.exitOverride();
}

function capture(stream: NodeJS.WriteStream): { text(): string; end(): void } {
  let text = '';
  const spy = vi.spyOn(stream, 'write').mockImplementation((chunk, ...rest) => {
    text += chunk;
    const written = rest.at(-1);
    if (typeof written === 'function') (written as () => void)();
    return true;
  });
  return { text: () => text, end: () => spy.mockRestore() };
}
