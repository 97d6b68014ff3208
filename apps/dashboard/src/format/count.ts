const count = new Intl.NumberFormat('en-US');
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });
const signedPercent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

export function formatCount(value: number): string {
  return count.format(value);
}

export function formatCompactCount(value: number): string {
  return compact.format(value);
}

/** 0.42 reads 42%. */
export function formatPercent(ratio: number): string {
  return percent.format(ratio);
}

/** 0.42 reads +42%. */
export function formatSignedPercent(ratio: number): string {
  return signedPercent.format(ratio);
}
