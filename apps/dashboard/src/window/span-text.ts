import { locale } from '../format/locale.ts';
import { wallTimeAt } from '../zone/wall-time.ts';

/** Two instants, `to` exclusive. */
export type Span = { from: string; to: string };

type SpanOptions = { zone: string; hasYear: boolean };

/** Such as `Nov 1 – 25, until 2:05 PM, vs Oct 1 – 25, until 2:05 PM`. */
export function comparisonText(span: Span, other: Span | undefined, zone: string): string {
  return spanTexts(other ? [span, other] : [span], zone).join(', vs ');
}

/** Labels of two spans; they name the years where these differ. */
export function spanTexts(spans: readonly Span[], zone: string): string[] {
  const years = spans.flatMap(({ from, to }) => [yearOf(from, zone), yearOf(to, zone, -1)]);
  const hasYear = new Set(years).size > 1;
  return spans.map((span) => spanText(span, { zone, hasYear }));
}

/** The days of a span, and the minute until which it has its last one, where that is not whole. */
function spanText({ from, to }: Span, { zone, hasYear }: SpanOptions): string {
  const last = Date.parse(to) - 1;
  const days = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    month: 'short',
    day: 'numeric',
    ...(hasYear && { year: 'numeric' }),
  }).formatRange(Date.parse(from), last);
  if (wallTimeAt(Date.parse(to), zone).day !== wallTimeAt(last, zone).day) return days;
  const time = new Intl.DateTimeFormat(locale, { timeZone: zone, timeStyle: 'short' }).format(last);
  return `${days}, until ${time}`;
}

function yearOf(instant: string, zone: string, shift = 0): string {
  return wallTimeAt(Date.parse(instant) + shift, zone).day.slice(0, 4);
}
