import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { stripVTControlCharacters } from 'node:util';

const signalsToPassOn = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a command and resolves to its exit code (128 + n when signal n ended it).
 *
 * This process must not die before the command does, so signals are passed on to it and otherwise ignored. Each kind
 * is passed on once: Ctrl-C and supervisors often signal the whole process group, and npm passes its own on as well.
 */
export function runToEnd(command, args, options) {
  const child = spawn(command, args, options);
  for (const signal of signalsToPassOn) {
    process.once(signal, () => child.kill(signal)).on(signal, () => {});
  }
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`Cannot run ${command}: ${error.message}`)));
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

/** Runs a command that must succeed. Its output goes to a file, and into the error when it fails. */
export async function runLogged(name, logFile, [command, ...args], options) {
  const log = openSync(logFile, 'w');
  const exitCode = await runToEnd(command, args, { ...options, stdio: ['ignore', log, log] });
  closeSync(log);
  if (exitCode === 0) return;
  const output = stripVTControlCharacters(readFileSync(logFile, 'utf8'));
  const message =
    exitCode > 128 ? `${name} was interrupted.` : `${output}${name} failed; the reason is above.`;
  throw Object.assign(new Error(message), { exitCode });
}
