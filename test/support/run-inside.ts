import { vi } from 'vitest';
import { createProgram } from '../../apps/gateway/src/cli/program.ts';
import { keep } from './secrets/run-folder.ts';

type Program = ReturnType<typeof createProgram>;
type Run = { code: number; output: string; errors: string };

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the command line in this process, without its log, which saves the start of the program, about a second, for tests of
 * what a command does. Commands run one after the other, because they share the environment and the outputs.
 */
export function runInside(databaseUrl: string, ...args: string[]): Promise<Run> {
  const run = last.then(() => runAlone(databaseUrl, args));
  last = run.catch(() => undefined);
  return run;
}

async function runAlone(databaseUrl: string, args: string[]): Promise<Run> {
  const restoreEnvironment = withEnvironment({
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'fatal',
    // The program would change to this folder.
    INIT_CWD: undefined,
  });
  const [output, errors] = [capture(process.stdout), capture(process.stderr)];
  const ending = watchExit();
  try {
    const code = await codeOf(throwing(createProgram()).parseAsync(args, { from: 'user' }), ending);
    ending.end(code);
    keep('output', `inside ${args[0]}`, output.text() + errors.text());
    return { code, output: output.text(), errors: errors.text() };
  } finally {
    ending.restore();
    restoreEnvironment();
    output.end();
    errors.end();
  }
}

/** The exit code of a command, whose error is told as `main.ts` tells it. */
async function codeOf(command: Promise<unknown>, { exited }: Exit): Promise<number> {
  try {
    await Promise.race([command, exited]);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    const { message, exitCode } = error as Error & { exitCode?: number };
    // Commander has shown its own errors, which have an exit code.
    if (exitCode === undefined) process.stderr.write(`${message}\n`);
    return exitCode ?? 1;
  }
}

type Exit = { exited: Promise<void>; end(code: number): void; restore(): void };

/** Stands in for the end of the process: `process.exit`, the exit code, and the listeners that the command leaves. */
function watchExit(): Exit {
  const { exitCode } = process;
  process.exitCode = undefined;
  const listeners = process.listeners('exit');
  const { promise: exited, resolve } = Promise.withResolvers<void>();
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    if (code !== undefined) process.exitCode = code;
    resolve();
    // The program does not go on after its exit.
    return undefined as never;
  });
  const left = () => process.listeners('exit').filter((listener) => !listeners.includes(listener));
  return {
    exited,
    end(code) {
      for (const listener of left()) listener(code);
    },
    restore() {
      for (const listener of left()) process.off('exit', listener);
      exit.mockRestore();
      process.exitCode = exitCode;
    },
  };
}

/** Sets variables of the environment. The returned function restores them, and leaves those that a test has stubbed. */
function withEnvironment(variables: Record<string, string | undefined>): () => void {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  const set = (name: string, value: string | undefined) => {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  };
  for (const [name, value] of Object.entries(variables)) set(name, value);
  return () => {
    for (const [name, value] of before) set(name, value);
  };
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
