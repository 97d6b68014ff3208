import { z } from 'zod';
import { hint } from './hint.ts';

const right = hint(
  'must be a decimal string in USD, such as "99.90": up to 15 digits, then up to 9 decimals',
);

/**
 * An amount of US dollars as a decimal string: up to 15 digits before the point and 9 behind it. Digits behind the
 * point are kept as sent ("99.90" stays "99.90"); leading zeros and the sign of zero carry no value and are dropped.
 */
export const Decimal = z
  .string(right)
  .regex(/^-?\d{1,15}(\.\d{1,9})?$/, right)
  .transform(toCanonicalDecimal)
  .meta({ description: 'Decimal string in USD.', example: '99.90' });

function toCanonicalDecimal(value: string): string {
  const isPlain = value.charCodeAt(0) > 48; // starts with 1 to 9: already canonical
  if (isPlain) return value;
  const trimmed = value.replace(/^(-?)0+(?=\d)/, '$1');
  return /^-[0.]+$/.test(trimmed) ? trimmed.slice(1) : trimmed;
}
