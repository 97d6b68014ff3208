import { parseArgs } from 'node:util';

export type BenchOptions = {
  /** Benchmarks to run; empty for all. */
  names: string[];
  rounds: number;
  seconds: number;
  warmUpSeconds: number;
  /** How long the memory benchmark runs. */
  minutes: number;
  /** A smoke run: one short round, only what needs little time, no document. */
  isQuick: boolean;
  /** A folder in which to leave the profile itself. */
  keep: string | undefined;
};

export const usage = `Usage: npm run bench -- [NAME…] [options]

  NAME            record, trpc, batch, list, get, memory, growth; all if left out
                  analytics: alone, and with a document of its own
                  profile [record|batch|list|get|trpc]: where the processor time of the gateway goes
  --quick         a smoke run of less than a minute
  --rounds N      alternating rounds (default 3)
  --seconds N     measured in each round (default 4)
  --keep FOLDER   leave the .cpuprofile there, for Chrome's developer tools or speedscope
  --minutes N     of the memory benchmark (default 1)
`;

/** Reads the command line. Throws an error that says what is wrong with it. */
export function readOptions(args: string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      keep: { type: 'string' },
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      minutes: { type: 'string' },
    },
  });
  const isQuick = values.quick;
  return {
    names: positionals,
    rounds: positive('rounds', values.rounds, isQuick ? 1 : 3),
    seconds: positive('seconds', values.seconds, isQuick ? 1 : 4),
    warmUpSeconds: isQuick ? 0.5 : 1,
    minutes: positive('minutes', values.minutes, 1),
    isQuick,
    keep: values.keep,
  };
}

function positive(name: string, text: string | undefined, otherwise: number): number {
  const number = text === undefined ? otherwise : Number(text);
  if (number > 0) return number;
  throw new Error(`--${name} must be a positive number.\n\n${usage}`);
}
