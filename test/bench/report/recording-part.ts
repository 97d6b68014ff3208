import type { Absolute, Outcome } from '../findings.ts';
import type { BenchOptions } from '../options.ts';
import { causes, missedTargets } from './causes.ts';
import { describeRun } from './document.ts';
import { disturbance, findingsTable, table } from './tables.ts';

const libraries = ['pg', 'pg-copy-streams', 'fastify', 'hono', '@mikro-orm/postgresql'];

/** One gateway against peers, and its own figures. */
export function recordingPart({ findings, absolutes }: Outcome, options: BenchOptions): string {
  return [
    describeRun(libraries, options),
    disturbance(absolutes),
    findingsTable(findings.filter(({ target }) => target)),
    missedTargets(findings, causes),
    'Outturn alone, medians; "server" and "PostgreSQL" are processor time per record or request:',
    ownFigures(absolutes),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The figures of Outturn, without those of others. */
function ownFigures(absolutes: readonly Absolute[]): string {
  const own = absolutes.filter(({ who }) => who.startsWith('Outturn'));
  return table(
    ['what', 'per second', 'p50 ms', 'p99 ms', 'server µs', 'PostgreSQL µs'],
    own.map(({ what, who, rate, ...times }) => [
      `${what}${who.slice('Outturn'.length)}`,
      Math.round(rate).toLocaleString('en'),
      ...[times.p50, times.p99, times.serverMicros, times.postgresMicros].map((n) => n.toFixed(1)),
    ]),
  );
}
