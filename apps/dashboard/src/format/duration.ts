import { inOrder, locale } from './locale.ts';

const unit = (name: 'millisecond' | 'second') =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: name, maximumFractionDigits: 3 });
const milliseconds = unit('millisecond');
const seconds = unit('second');

/** 850 reads 850 ms, and 1,850 reads 1.85 sec. */
export function formatDuration(duration: number): string {
  return inOrder(duration < 1000 ? milliseconds.format(duration) : seconds.format(duration / 1000));
}
