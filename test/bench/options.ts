import { parseArgs } from 'node:util';
import { CONNECTIONS } from './contender.ts';

export type BenchOptions = {
  /** Benchmarks to run; empty for all. */
  names: string[];
  rounds: number;
  seconds: number;
  warmUpSeconds: number;
  /** Connections of a load whose benchmark has no number of its own. */
  connections: number;
  /** How many gateways Outturn has on one database, where it is compared with peers. */
  gateways: number;
  /** How long the memory benchmark runs. */
  minutes: number;
  /** How many records the growth benchmark stores, one stage after the other, or of how many analytics asks one by one. */
  records: number[];
  /** A smoke run: one short round of the fast benchmarks, without a document. */
  isQuick: boolean;
  /** Settings of PostgreSQL, which override those of the benchmark. */
  settings: Record<string, string>;
  /** A folder with a PostgreSQL that outlives the run, for the large database of the growth benchmark. */
  data: string | undefined;
  /** Loads that database without measuring. */
  isLoadOnly: boolean;
  /** A commit to measure the present sources against. */
  against: string | undefined;
  /** A folder in which to keep the profile. */
  keep: string | undefined;
};

/** Benchmarks whose comparisons and documents hold for any number of connections. */
const anyConnections = ['record', 'events', 'developers', 'trpc', 'list', 'get', 'memory'];

/** Benchmarks that can be run against a commit. */
export const anyAgainst = ['record', 'events', 'developers', 'batch', 'list', 'analytics'] as const;

/** Benchmarks whose targets several gateways must reach as well. */
export const anyGateways = ['record', 'trpc', 'batch', 'list', 'get'];

export const usage = `Usage: npm run bench -- [NAME…] [options]

  NAME            record, events, developers, trpc, batch, corrections, traces, list, get, first-load, memory, growth; all if left
                  out
                  analytics [records]: alone; with records, only the questions that no rollup answers
                  replicas: what a replica takes from the primary, and what it costs a reader
                  gateways: several on one database against one
                  sizing: what a record costs, and what so many of them need
                  profile [record|batch|list|get|trpc]: where the processor time of the gateway goes
  --quick         a smoke run of less than a minute
  --rounds N      alternating rounds (default 3)
  --seconds N     measured in each round (default 4)
  --connections N of the load (default 64), for ${anyConnections.join(', ')}
  --gateways N    of Outturn on one database (default 1), for ${anyGateways.join(', ')}; they share limits through REDIS_URL,
                  and are compared with peers in one process and in as many
  --against COMMIT  build that commit in a temporary folder and compare processor time per record or list with it, in alternating
                  rounds; for ${anyAgainst.join(', ')}; no document
  --keep FOLDER   leave the .cpuprofile there, for Chrome's developer tools or speedscope
  --minutes N     of the memory benchmark (default 1)
  --setting NAME=VALUE   of PostgreSQL, such as shared_buffers=4GB; as often as wanted, but not for replicas
  --data FOLDER   keep PostgreSQL of the growth benchmark there: a later run finds its records and need not store them
  --load-only     store the records in --data and stop
  --records N,N   revenues, and events, of these questions (default 300000); stored by the growth benchmark, in stages (default 10000000); 50000000 take half an hour and 40 GB of
                  temporary disk space
`;

/** Reads the command line. Throws an error that names the wrong option. */
export function readOptions(args: string[]): BenchOptions {
  const { values, positionals: names } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      against: { type: 'string' },
      data: { type: 'string' },
      keep: { type: 'string' },
      'load-only': { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      connections: { type: 'string' },
      gateways: { type: 'string' },
      minutes: { type: 'string' },
      records: { type: 'string' },
      setting: { type: 'string', multiple: true, default: [] },
    },
  });
  const isQuick = values.quick;
  const { data, setting, 'load-only': isLoadOnly } = values;
  if (data !== undefined && names.join() !== 'growth') throw wrong('--data is for growth alone');
  const isFor = (takers: readonly string[]) =>
    names.length > 0 && names.every((name) => takers.includes(name));
  if (values.connections !== undefined && !isFor(anyConnections))
    throw wrong(`--connections is for ${anyConnections.join(', ')}`);
  if (values.gateways !== undefined && !isFor(anyGateways))
    throw wrong(`--gateways is for ${anyGateways.join(', ')}`);
  if (values.against !== undefined && !isFor(anyAgainst))
    throw wrong(`--against is for ${anyAgainst.join(', ')}`);
  if (isLoadOnly && data === undefined) throw wrong('--load-only needs --data');
  if (setting.length > 0 && names.includes('replicas')) throw wrong('--setting is not for replicas');
  return {
    names,
    settings: Object.fromEntries(setting.map(readSetting)),
    data,
    isLoadOnly,
    rounds: positive('rounds', values.rounds, isQuick ? 1 : 3),
    seconds: positive('seconds', values.seconds, isQuick ? 1 : 4),
    warmUpSeconds: isQuick ? 0.5 : 1,
    connections: positive('connections', values.connections, CONNECTIONS),
    gateways: positive('gateways', values.gateways, 1),
    minutes: positive('minutes', values.minutes, 1),
    records: (values.records ?? (names[0] === 'analytics' ? '300000' : '10000000'))
      .split(',')
      .map((text) => positive('records', text, 0)),
    isQuick,
    keep: values.keep,
    against: values.against,
  };
}

function readSetting(text: string): [name: string, value: string] {
  const [, name = '', value = ''] = /^(\w+)=(.+)$/.exec(text) ?? [];
  if (name === '') throw wrong('--setting must be like shared_buffers=4GB');
  return [name, value];
}

function positive(name: string, text: string | undefined, otherwise: number): number {
  const number = text === undefined ? otherwise : Number(text);
  if (number > 0) return number;
  throw wrong(`--${name} must be a positive number`);
}

function wrong(what: string): Error {
  return new Error(`${what}.\n\n${usage}`);
}
