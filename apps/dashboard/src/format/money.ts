/**
 * Amounts are decimal strings and stay so: Intl.NumberFormat rounds and groups their digits exactly, while a
 * JavaScript number has only sixteen of them.
 */
const usd = { style: 'currency', currency: 'USD' } as const;
const cents = new Intl.NumberFormat('en-US', usd);
const small = new Intl.NumberFormat('en-US', { ...usd, maximumSignificantDigits: 3 });
const exact = new Intl.NumberFormat('en-US', { ...usd, maximumFractionDigits: 9 });
const compact = new Intl.NumberFormat('en-US', { ...usd, notation: 'compact', maximumSignificantDigits: 3 });

/** Rounded to cents, or to three digits where there is less than a cent. */
export function formatMoney(amount: string): string {
  return (isBelowCent(amount) ? small : cents).format(decimal(amount));
}

/** Every digit. */
export function formatExactMoney(amount: string): string {
  return exact.format(decimal(amount));
}

/** For axes, where places are few: `$1.2K`. */
export function formatCompactMoney(amount: number): string {
  return compact.format(amount);
}

/** More than zero, and yet nothing in the first two decimals. */
function isBelowCent(amount: string): boolean {
  return /^-?0*\.00/.test(amount.startsWith('.') ? `0${amount}` : amount) && /[1-9]/.test(amount);
}

/** The server sends decimal strings only (the schema `Decimal`), which Intl's type spells as a template. */
function decimal(amount: string): Intl.StringNumericLiteral {
  return amount as Intl.StringNumericLiteral;
}
