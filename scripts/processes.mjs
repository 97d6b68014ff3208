import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** The time for a step to end by itself, in milliseconds. */
const GRACE = 2_000;

/** Process group of the step that runs. */
let group;
let isInterrupted = false;
/** The listeners stay the same, because a signal that arrives while they are replaced would be lost. */
let onSignal = interrupt;
for (const signal of signals) process.on(signal, () => onSignal(signal));

async function interrupt(signal) {
  if (isInterrupted) return;
  isInterrupted = true;
  const begun = Date.now();
  while (group && signalGroup(Date.now() - begun < GRACE ? signal : 'SIGKILL')) await sleep(50);
  process.exit(exitCodeOf(signal));
}

/** Returns whether the group has a process. */
function signalGroup(signal) {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}

/**
 * Runs a step of the preparation to its end, in a process group of its own. A signal to this process ends the
 * whole group, and then this process. `output: 'show'` prints the output of the step to standard error; `'keep'` prints it
 * only if the step fails. Throws for every exit code but 0.
 */
export async function runStep(name, command, { output, ...options }) {
  const [program, ...args] = command;
  const stream = output === 'show' ? process.stderr : 'pipe';
  const child = spawn(program, args, { ...options, detached: true, stdio: ['ignore', stream, stream] });
  group = child.pid;
  let kept = '';
  for (const printed of [child.stdout, child.stderr]) printed?.on('data', (chunk) => (kept += chunk));
  const code = await new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`Cannot run ${program}: ${error.message}`)));
    child.once('close', (code, signal) => resolve(code ?? exitCodeOf(signal)));
  });
  // `interrupt` ends this process, so what comes next must not begin.
  if (isInterrupted) await new Promise(() => {});
  group = undefined;
  if (code !== 0)
    throw Object.assign(new Error(`${kept}${name} failed; the reason is above.`), { exitCode: code });
}

/**
 * Runs a command in the process group of this process and returns its exit code. Forwards each signal once and otherwise
 * ignores it, so that this process outlives the command: Ctrl-C and supervisors signal the whole group, and npm forwards
 * signals, too. After the end of the command, a signal that it has not received ends this process.
 */
export function runToEnd(command, args, options) {
  const forwarded = new Set();
  const child = spawn(command, args, { stdio: 'inherit', ...options });
  onSignal = (signal) => {
    if (!forwarded.has(signal)) child.kill(signal);
    forwarded.add(signal);
  };
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`Cannot run ${command}: ${error.message}`)));
    child.once('exit', (code, signal) => {
      onSignal = (late) => forwarded.has(late) || interrupt(late);
      resolve(code ?? exitCodeOf(signal));
    });
  });
}

/** The exit code that shells give to a process that a signal has ended. */
function exitCodeOf(signal) {
  return 128 + constants.signals[signal];
}
