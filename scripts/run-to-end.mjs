import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { stripVTControlCharacters } from 'node:util';

const forwardedSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Forwards each signal once and otherwise ignores it, so that this process outlives the command: Ctrl-C and supervisors signal
 * the whole process group, and npm forwards signals too.
 */
export function runToEnd(command, args, options) {
  const child = spawn(command, args, options);
  for (const signal of forwardedSignals) {
    process.once(signal, () => child.kill(signal)).on(signal, () => {});
  }
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`Cannot run ${command}: ${error.message}`)));
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

/** Throws with the output if the command fails. */
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
