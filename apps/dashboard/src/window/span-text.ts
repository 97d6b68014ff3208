import { formatInstant } from '../format/instant.ts';
import { inOrder, locale } from '../format/locale.ts';
import { wallTimeAt } from '../zone/wall-time.ts';

/** Two instants, `to` exclusive. */
export type Span = { from: string; to: string };

type SpanOptions = { zone: string; hasYear: boolean };

/** Such as `Nov 1 – 25, until 2:05 PM, vs Oct 1 – 25, until 2:05 PM`. */
export function comparisonText(span: Span, other: Span | undefined, zone: string): string {
  return spanTexts(other ? [span, other] : [span], zone).join(', vs ');
}

/** Labels of spans. They name the years only if the spans are of several years. */
export function spanTexts(spans: readonly Span[], zone: string): string[] {
  const years = spans.flatMap(({ from, to }) => [yearOf(from, zone), yearOf(to, zone, -1)]);
  const hasYear = new Set(years).size > 1;
  return spans.map((span) => spanText(span, { zone, hasYear }));
}

/** The days of a span and, where the last one is not whole, the minute at which the span ends. */
function spanText({ from, to }: Span, { zone, hasYear }: SpanOptions): string {
  const last = Date.parse(to) - 1;
  const days = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    month: 'short',
    day: 'numeric',
    ...(hasYear && { year: 'numeric' }),
  }).formatRange(Date.parse(from), last);
  if (wallTimeAt(Date.parse(to), zone).day !== wallTimeAt(last, zone).day) return inOrder(days);
  const time = new Intl.DateTimeFormat(locale, { timeZone: zone, timeStyle: 'short' }).format(last);
  const offset = isRepeated(last, zone)
    ? ` ${formatInstant(new Date(last).toISOString(), zone, 'offset')}`
    : '';
  return `${inOrder(days)}, until ${inOrder(time)}${offset}`;
}

/**
 * Whether clocks show this time twice, because they are turned back: by an hour, or by half an hour on Lord Howe
 * Island.
 */
function isRepeated(instant: number, zone: string): boolean {
  const shown = wallTimeAt(instant, zone);
  return [-60, -30, 30, 60].some((minutes) => {
    const other = wallTimeAt(instant + minutes * 60_000, zone);
    return other.day === shown.day && other.minute === shown.minute;
  });
}

function yearOf(instant: string, zone: string, shift = 0): string {
  return wallTimeAt(Date.parse(instant) + shift, zone).day.slice(0, 4);
}
