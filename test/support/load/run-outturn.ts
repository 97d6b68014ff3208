import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { outturn } from '../program.ts';

type Run = { code: number | null; output: string; errors: string };
type ToldRun = Run & { events: Record<string, unknown>[] };

/** Runs the command line on a database to its end, as operators do. `errors` excludes security events. */
export async function runOutturn(databaseUrl: string, ...args: string[]): Promise<Run> {
  const { events: _, ...run } = await runTold(databaseUrl, ...args);
  return run;
}

/** The same, including the security events on standard error. */
export function runTold(databaseUrl: string, ...args: string[]): Promise<ToldRun> {
  return runProgram(outturn, databaseUrl, ...args);
}

/** The same of another version. */
export async function runProgram(program: string, databaseUrl: string, ...args: string[]): Promise<ToldRun> {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, told] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  const isEvent = (line: string) => line.startsWith('{') && line.includes('"msg":"security event"');
  const lines = told.split('\n');
  return {
    code: child.exitCode,
    output,
    errors: lines.filter((line) => !isEvent(line)).join('\n'),
    events: lines.filter(isEvent).map((line) => JSON.parse(line)),
  };
}
