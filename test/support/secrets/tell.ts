import type { Leak, Sweep } from './sweep.ts';

const MOST_SHOWN = 20;

/** The secrets and the material of a search, in one sentence. */
export function describeSweep({ kinds, bytes, leaks }: Sweep): string {
  const counts = [...kinds].toSorted().map(([kind, { searched, plain }]) => {
    return `${searched} × ${kind}${plain > 0 ? ` (and ${plain} too short or plain to search for)` : ''}`;
  });
  const total = kinds.values().reduce((sum, { searched }) => sum + searched, 0);
  const sizes = [...bytes].map(([drawer, size]) => `${inMegabytes(size)} MB of ${names[drawer]}`);
  const found = leaks.length === 0 ? 'none' : leaks.length;
  return `${total} secrets${counts.length > 0 ? ` (${counts.join(', ')})` : ''}: ${found} in clear in ${sizes.join(', ')}`;
}

/** The leaks, each with its file and origin. */
export function describeLeaks(leaks: readonly Leak[]): string {
  const lines = leaks.slice(0, MOST_SHOWN).map(({ kind, value, usedBy, where, times, around }) => {
    const line = (around.length > 400 ? excerpt(around, value) : around).replaceAll(/\p{Cc}/gu, ' ');
    return `- ${kind} ${JSON.stringify(value)}, used in ${usedBy}\n  found ${times} × in ${where}\n  ${line}`;
  });
  const more = leaks.length > MOST_SHOWN ? [`and ${leaks.length - MOST_SHOWN} more`] : [];
  return ['Secrets of the run are shown in clear:', ...lines, ...more].join('\n');
}

const names = {
  used: 'notes',
  output: 'logs and other output',
  answers: 'error answers and their requests',
  traces: 'traces',
  dump: 'database dumps',
  'server-log': 'PostgreSQL’s log',
};

const inMegabytes = (bytes: number) => (bytes / 1e6).toFixed(1);

function excerpt(line: string, value: string): string {
  const at = line.indexOf(value);
  return `…${line.slice(Math.max(0, at - 150), at + value.length + 150)}…`;
}
