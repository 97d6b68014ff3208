import { inOrder, locale } from './locale.ts';

const formats = {
  full: { dateStyle: 'medium', timeStyle: 'medium' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  dayTime: { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  time: { timeStyle: 'medium' },
  clock: { timeStyle: 'short' },
  date: { dateStyle: 'medium' },
  hour: { month: 'short', day: 'numeric', hour: 'numeric' },
  day: { month: 'short', day: 'numeric' },
  week: { month: 'short', day: 'numeric' },
  hourOfYear: { month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric' },
  month: { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
  offset: { timeZoneName: 'shortOffset' },
  longDate: { dateStyle: 'long' },
  longMonth: { month: 'long', year: 'numeric' },
  monthAlone: { month: 'short' },
  weekday: { weekday: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** After which the same day comes again. */
const YEAR = 365 * 86_400_000;

/** Making a format is slow, using one is not. */
const made = new Map<string, Intl.DateTimeFormat>();

/** An instant as a clock and calendar in the zone show it. */
export function formatInstant(
  instant: string,
  zone: string,
  format: keyof typeof formats = 'minute',
): string {
  const id = `${zone} ${format}`;
  let formatter = made.get(id);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(locale, { ...formats[format], timeZone: zone });
    made.set(id, formatter);
  }
  if (format !== 'offset') return inOrder(formatter.format(new Date(instant)));
  const parts = formatter.formatToParts(new Date(instant));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** A calendar day, such as `2026-01-31`, in any of these formats. */
export function formatDay(day: string, format: keyof typeof formats = 'date'): string {
  return formatInstant(`${day}T00:00:00Z`, 'UTC', format);
}

/**
 * Labels of the buckets of a series. They name the year where the series spans several, and the offset where an hour repeats
 * as clocks are turned back.
 */
export function bucketNames(
  starts: readonly string[],
  every: Step,
  zone: string,
  beside = starts[0],
): string[] {
  const [first = '', last = ''] = [starts[0], starts.at(-1)];
  const yearOf = (start = first) => (start ? localDay(new Date(start), zone).slice(0, 4) : '');
  const isLong = Date.parse(last) - Date.parse(first) >= YEAR || yearOf() !== yearOf(beside);
  const names = plainBucketNames(starts, every, { zone, isLong });
  const counts = Map.groupBy(names, (name) => name);
  return names.map((name, index) => {
    const isRepeated = (counts.get(name)?.length ?? 0) > 1;
    return isRepeated ? `${name} ${formatInstant(starts[index] ?? '', zone, 'offset')}` : name;
  });
}

type NameOptions = { zone: string; isLong: boolean };

function plainBucketNames(starts: readonly string[], every: Step, { zone, isLong }: NameOptions): string[] {
  return starts.map((start) => {
    if (every === 'quarter') {
      const month = Number(localDay(new Date(start), zone).slice(5, 7));
      return `Q${Math.ceil(month / 3)} ${formatInstant(start, zone, 'year')}`;
    }
    if (!isLong || every === 'month' || every === 'year') return formatInstant(start, zone, every);
    return formatInstant(start, zone, every === 'hour' ? 'hourOfYear' : 'date');
  });
}

/** The calendar day, such as `2026-01-31`, that it is in the zone. */
export function localDay(instant: Date, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(instant);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

export type Step = 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';
