import { locale } from './locale.ts';

/** The decimal sign of the browser's locale, as its keyboards have it. */
const decimalSign =
  new Intl.NumberFormat(locale, { numberingSystem: 'latn' })
    .formatToParts(0.5)
    .find(({ type }) => type === 'decimal')?.value ?? '.';

/** An amount of the API as people edit it: `25.00`, or `25,00` where the decimal sign is a comma. */
export function toAmountInput(amount: string, sign = decimalSign): string {
  return amount.replace('.', sign);
}

/** The amount that was typed, as the API takes it; undefined for anything else, such as grouped digits. */
export function fromAmountInput(text: string, sign = decimalSign): string | undefined {
  const typed = text.trim();
  if (sign !== '.' && typed.includes('.')) return undefined;
  const amount = typed.replace(sign, '.');
  return /^-?\d{1,15}(\.\d{1,9})?$/.test(amount) ? amount : undefined;
}
