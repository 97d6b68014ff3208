import { inOrder, locale } from './locale.ts';

const unit = (name: 'millisecond' | 'second' | 'minute' | 'hour' | 'day') =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: name, maximumFractionDigits: 3 });
const milliseconds = unit('millisecond');
const seconds = unit('second');

/** The units of a long time, each with its length in milliseconds. */
const longUnits = [
  { length: 86_400_000, format: unit('day') },
  { length: 3_600_000, format: unit('hour') },
  { length: 60_000, format: unit('minute') },
  { length: 1000, format: seconds },
];
const MINUTE = 60_000;

/** 850 reads 850 ms, and 1,850 reads 1.85 sec. */
export function formatDuration(duration: number): string {
  return inOrder(duration < 1000 ? milliseconds.format(duration) : seconds.format(duration / 1000));
}

/** The same, and from a minute on two units: 125,000 reads 2 min 5 sec. */
export function formatLongDuration(duration: number): string {
  if (duration < MINUTE) return formatDuration(duration);
  const first = longUnits.findIndex(({ length }) => length <= duration);
  const shown = longUnits.slice(first, first + 2);
  const least = shown.at(-1)?.length ?? 1;
  let rest = Math.floor(duration / least) * least;
  const parts = shown.map(({ length, format }) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count > 0 ? inOrder(format.format(count)) : '';
  });
  return parts.filter(Boolean).join(' ');
}
