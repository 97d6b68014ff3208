/**
 * Amounts are decimal strings and stay so: Intl.NumberFormat rounds and groups their digits exactly, while a
 * JavaScript number has only sixteen of them.
 */
import { inOrder, locale } from './locale.ts';

const usd = { style: 'currency', currency: 'USD', signDisplay: 'negative' } as const;
const signed = { ...usd, signDisplay: 'exceptZero' } as const;
const compactNotation = { notation: 'compact', maximumSignificantDigits: 3 } as const;
const cents = new Intl.NumberFormat(locale, usd);
const small = new Intl.NumberFormat(locale, { ...usd, maximumSignificantDigits: 3 });
const exact = new Intl.NumberFormat(locale, { ...usd, maximumFractionDigits: 9 });
const compact = new Intl.NumberFormat(locale, { ...usd, ...compactNotation });
const signedCents = new Intl.NumberFormat(locale, signed);
const signedSmall = new Intl.NumberFormat(locale, { ...signed, maximumSignificantDigits: 3 });
const signedCompact = new Intl.NumberFormat(locale, { ...signed, ...compactNotation });

/** Rounded to cents, or to three digits where there is less than a cent. */
export function formatMoney(amount: string): string {
  return inOrder((isBelowCent(amount) ? small : cents).format(decimal(amount)));
}

/** Every digit. */
export function formatExactMoney(amount: string): string {
  return inOrder(exact.format(decimal(amount)));
}

/** For places that are narrow, such as axes and tiles: `$98.8M`. */
export function formatCompactMoney(amount: string | number): string {
  return inOrder(compact.format(typeof amount === 'string' ? decimal(amount) : amount));
}

/** Like {@link formatMoney}, with its sign: `+$12.50`. */
export function formatSignedMoney(amount: string): string {
  return inOrder((isBelowCent(amount) ? signedSmall : signedCents).format(decimal(amount)));
}

/** Like {@link formatCompactMoney}, with its sign: `+$98.8M`. */
export function formatSignedCompactMoney(amount: string): string {
  return inOrder(signedCompact.format(decimal(amount)));
}

/** More than zero, and yet nothing in the first two decimals. */
function isBelowCent(amount: string): boolean {
  return /^-?0*\.00/.test(amount.startsWith('.') ? `0${amount}` : amount) && /[1-9]/.test(amount);
}

/** The server sends decimal strings only (the schema `Decimal`), which Intl's type spells as a template. */
function decimal(amount: string): Intl.StringNumericLiteral {
  return amount as Intl.StringNumericLiteral;
}
