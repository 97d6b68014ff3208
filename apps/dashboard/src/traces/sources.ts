import type { Outputs } from '../api/client.ts';

export type SourceHour = Outputs['traces']['sources']['items'][number];

/** The counts of one source, summed over the hours that are shown. */
export type Source = Pick<
  SourceHour,
  'signal' | 'software' | 'name' | 'recorded' | 'containers' | 'refused' | 'refusedBecause' | 'lastAt'
> & { ignored: Readonly<Record<string, number>> };

/** Sums hours by source, the latest first. `hours` come with the newest first. */
export function sumSources(hours: readonly SourceHour[]): Source[] {
  const sources = new Map<string, Source>();
  for (const hour of hours) {
    const { signal, software, name } = hour;
    const key = JSON.stringify([signal, software, name]);
    const sum = sources.get(key);
    const ignored: Record<string, number> = { ...sum?.ignored };
    for (const { reason, count } of hour.ignored) ignored[reason] = (ignored[reason] ?? 0) + count;
    sources.set(key, {
      ...{ signal, software, name, ignored },
      recorded: (sum?.recorded ?? 0) + hour.recorded,
      containers: (sum?.containers ?? 0) + hour.containers,
      refused: (sum?.refused ?? 0) + hour.refused,
      refusedBecause: sum?.refusedBecause ?? hour.refusedBecause,
      lastAt: sum?.lastAt ?? hour.lastAt,
    });
  }
  return [...sources.values()].sort((a, b) => Date.parse(b.lastAt) - Date.parse(a.lastAt));
}

/** Stands for the sources beyond the thousand that are told apart in an hour. */
export const OTHER = 'other';

/** In words, after the number. */
export const ignoredTexts: Readonly<Record<string, string>> = {
  noCall: 'tell no call of a model or tool',
  toldByLogs: 'told by log records',
  toldTwice: 'told by another span or record',
  scopeIgnored: 'ignored by your settings',
  metric: 'metrics, which repeat calls',
};

export type Advice = { software: string; text: string };

const LOGS = 'Send its log records, too: set OTEL_LOGS_EXPORTER=otlp.';
const CODEX_LOGS = 'Set its exporter in ~/.codex/config.toml, as below.';

/** Changes to the set-up of programs whose calls arrive in a form that records nothing. */
export function adviceOf(sources: readonly Source[]): Advice[] {
  return [...Map.groupBy(sources, ({ software }) => software)].flatMap(([software, own]) => {
    const hasLogs = own.some(({ signal, recorded }) => signal === 'logs' && recorded > 0);
    const toldByLogs = own.find(({ ignored }) => (ignored.toldByLogs ?? 0) > 0);
    if (toldByLogs && !hasLogs) {
      const change = toldByLogs.name.startsWith('codex') ? CODEX_LOGS : LOGS;
      return [{ software, text: `sends spans, but its calls are recorded from log records. ${change}` }];
    }
    if (own.every(({ signal }) => signal === 'metrics'))
      return [
        { software, text: 'sends metrics alone, which record nothing. Send its traces or log records.' },
      ];
    return [];
  });
}
