const locale = 'en-US';
const formats = {
  full: { dateStyle: 'medium', timeStyle: 'medium' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  time: { timeStyle: 'medium' },
  date: { dateStyle: 'medium' },
  hour: { month: 'short', day: 'numeric', hour: 'numeric' },
  day: { month: 'short', day: 'numeric' },
  week: { month: 'short', day: 'numeric' },
  month: { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

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
  return formatter.format(new Date(instant));
}

/** What a bucket of a series is called. */
export function formatBucket(start: string, every: Step, zone: string): string {
  if (every !== 'quarter') return formatInstant(start, zone, every);
  const month = Number(localDay(new Date(start), zone).slice(5, 7));
  return `Q${Math.ceil(month / 3)} ${formatInstant(start, zone, 'year')}`;
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
