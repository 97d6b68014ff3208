import { inOrder, locale } from './locale.ts';

// `negative` shows no sign on a zero, so that -0.0004 reads 0% rather than -0%.
const count = new Intl.NumberFormat(locale, { signDisplay: 'negative' });
const compactNotation = { notation: 'compact', maximumSignificantDigits: 3 } as const;
const compact = new Intl.NumberFormat(locale, compactNotation);
const percentage = { style: 'percent', maximumFractionDigits: 1 } as const;
const percent = new Intl.NumberFormat(locale, { ...percentage, signDisplay: 'negative' });
const signedCount = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' });
const signedPercent = new Intl.NumberFormat(locale, { ...percentage, signDisplay: 'exceptZero' });
const compactPercent = new Intl.NumberFormat(locale, { style: 'percent', ...compactNotation });
const multiples = {
  small: multipleFormat({ maximumFractionDigits: 2 }),
  medium: multipleFormat({ maximumFractionDigits: 1 }),
  large: multipleFormat({ maximumFractionDigits: 0 }),
  huge: multipleFormat(compactNotation),
};
const points = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, signDisplay: 'exceptZero' });

/** Beyond this ratio, a change has no percentage, and a multiple is compared with no other. */
export const LARGE_RATIO = 100;

export function formatCount(value: number): string {
  return inOrder(count.format(value));
}

export function formatCompactCount(value: number): string {
  return inOrder(compact.format(value));
}

/** 42 reads +42. */
export function formatSignedCount(value: number): string {
  return inOrder(signedCount.format(value));
}

/** 0.42 reads 42%. */
export function formatPercent(ratio: number): string {
  return inOrder(percent.format(ratio));
}

/** 123.4 reads 12.3K%. */
export function formatCompactPercent(ratio: number): string {
  return inOrder(compactPercent.format(ratio));
}

/** 0.42 reads +42%. */
export function formatSignedPercent(ratio: number): string {
  return inOrder(signedPercent.format(ratio));
}

/** The difference of two percentages: 0.042 reads +4.2 pp. */
export function formatPoints(difference: number): string {
  return `${inOrder(points.format(difference * 100))} pp`;
}

/** 8.13 reads 8.1×. */
export function formatMultiple(multiple: number): string {
  return `${inOrder(multipleFormatOf(multiple).plain.format(multiple))}×`;
}

/** The difference of two multiples: 1.21 reads +1.2×. */
export function formatSignedMultiple(difference: number): string {
  return `${inOrder(multipleFormatOf(difference).signed.format(difference))}×`;
}

function multipleFormat(digits: Intl.NumberFormatOptions) {
  return {
    plain: new Intl.NumberFormat(locale, { ...digits, signDisplay: 'negative' }),
    signed: new Intl.NumberFormat(locale, { ...digits, signDisplay: 'exceptZero' }),
  };
}

/** Fewer decimals, the larger the number is. */
function multipleFormatOf(multiple: number) {
  const size = Math.abs(multiple);
  if (size < 1) return multiples.small;
  if (size < LARGE_RATIO) return multiples.medium;
  return size < 10_000 ? multiples.large : multiples.huge;
}
