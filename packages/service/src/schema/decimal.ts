import { z } from 'zod';
import { hint } from './error-message.ts';
import { scalars } from './scalars-and-samples.ts';

const pattern = /^-?\d{1,15}(\.\d{1,9})?$/;
const MAX_LENGTH = 26;

/** Trailing zeros are kept ("99.90"); leading zeros and the sign of zero are dropped. */
function decimalOf(message: string, format = pattern) {
  const hintText = hint(message);
  return z
    .string(hintText)
    .regex(format, hintText)
    .transform(toCanonicalDecimal)
    .meta({ maxLength: MAX_LENGTH })
    .register(scalars, { scalar: 'Decimal' });
}

/** US dollars. */
export const Decimal = decimalOf(
  'must be a decimal string in USD, such as "99.90": up to 15 digits, then up to 9 decimals',
).meta({ description: 'Decimal string in USD.', example: '99.90' });

/** Any decimal. Clients know amounts by their pattern, and write these alone from numbers of their language. */
export const PlainDecimal = decimalOf(
  'must be a decimal string, such as "0.25": up to 15 digits, then up to 9 decimals',
  /^-?\d{1,15}(?:\.\d{1,9})?$/,
);

export const DecimalOut = z
  .string()
  .max(MAX_LENGTH)
  .regex(pattern)
  .meta({ description: 'Decimal string in USD.' })
  .register(scalars, { scalar: 'Decimal' });

function toCanonicalDecimal(value: string): string {
  const isPlain = value.charCodeAt(0) > 48; // starts with 1 to 9: already canonical
  if (isPlain) return value;
  const trimmed = value.replace(/^(-?)0+(?=\d)/, '$1');
  return /^-[0.]+$/.test(trimmed) ? trimmed.slice(1) : trimmed;
}
