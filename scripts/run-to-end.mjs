import { spawn } from 'node:child_process';
import { constants } from 'node:os';

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
