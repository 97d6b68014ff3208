/**
 * A value for the API, or a `problem` that says what to do. A text that this program cannot judge is a value, too:
 * the error of the API then says what it expects.
 */
export type Reading = { value: string } | { problem: string };

const MAX_DECIMALS = 9;
/** Characters of an amount or a time with everything that may stand beside it. */
export const MAX_VALUE = 100;
export const tooLong = { problem: `has more than ${MAX_VALUE} characters` };
/** Decimal text as the API takes it. */
const canonical = /^-?\d{1,15}(\.\d{1,9})?$/;
/** Signs of US dollars, and those of other currencies. */
const dollars = /(?<!\p{L})(?:US ?\$|USD|\$)/iu;
const foreign = /\p{L}{1,3}\$|\p{Sc}|(?<!\p{L})\p{L}{3}(?!\p{L})/u;
/**
 * Amounts of which only a decimal comma makes sense: `1.234,50`, and `1.234.567`, whose dots can only separate
 * thousands. `1,299` is none of them, because its comma may separate thousands.
 */
const withComma = /^\D*\d{1,3}(?:(?:[.\s'’]?\d{3})*,(?:\d{1,2}|\d{4,})|(?:\.\d{3}){2,})\D*$/;

/**
 * Reads an amount as spreadsheets write it: thousands in groups, also Indian ones (`1,23,456`), a dollar sign before
 * or behind, an exponent, and negative amounts with a minus on either side or in parentheses. Returns decimal text.
 * An amount in another currency, or with the other decimal sign, is a problem.
 *
 * Text that the API takes is returned unchanged, so that its row keeps its idempotency key.
 */
export function readAmount(text: string, { decimalComma = false } = {}): Reading {
  if (canonical.test(text) && !(decimalComma && text.includes('.'))) return { value: text };
  if (text.length > MAX_VALUE) return tooLong;
  const plain = text
    .replaceAll(/[−–]/g, '-')
    .replace(dollars, '')
    .trim()
    .replace(/^\+(?=\s*[\d.])/, '');
  const sign = /^\((?<inside>[^-]*)\)$|^-(?<after>[^-]*)$|^(?<before>[^-]+)-$/.exec(plain)?.groups;
  const digits = toDigits((sign?.inside ?? sign?.after ?? sign?.before ?? plain).trim(), decimalComma);
  if (digits !== undefined) return { value: `${sign ? '-' : ''}${digits}` };
  const currency = /\d/.test(text) ? foreign.exec(text.replace(dollars, ''))?.[0] : undefined;
  if (currency) return { problem: `is in ${currency}; amounts are in US dollars` };
  if (!decimalComma && withComma.test(text)) return { problem: 'has a decimal comma; pass --decimal-comma' };
  if (decimalComma && canonical.test(text))
    return { problem: 'has a decimal point, against --decimal-comma' };
  return { value: text };
}

/** Digits in groups of three with one and the same separator, or without any. SEP and INDIAN are replaced below. */
const groups = "(?<whole>\\d{1,3}(?:([SEP\\s'’])\\d{3})(?:\\2\\d{3})*|INDIAN\\d*)";
const indian = '\\d{1,2}(?:,\\d{2})+,\\d{3}|';
const patterns = {
  point: new RegExp(
    `^${groups.replace('SEP', ',').replace('INDIAN', indian)}(?:\\.(?<decimals>\\d*))?(?:e(?<exponent>[+-]?\\d{1,2}))?$`,
    'i',
  ),
  comma: new RegExp(
    `^${groups.replace('SEP', '.').replace('INDIAN', '')}(?:,(?<decimals>\\d*))?(?:e(?<exponent>[+-]?\\d{1,2}))?$`,
    'i',
  ),
};

/** An amount without sign and currency, as decimal text. Undefined if it is none. */
function toDigits(text: string, decimalComma: boolean): string | undefined {
  const found = patterns[decimalComma ? 'comma' : 'point'].exec(text)?.groups;
  const { whole = '', decimals = '', exponent = '0' } = found ?? {};
  if (whole === '' && decimals === '') return undefined;
  const digits = whole.replaceAll(/\D/g, '') || '0';
  if (exponent === '0' && decimals.length <= MAX_DECIMALS) return `${digits}${decimals && `.${decimals}`}`;
  return rounded(BigInt(digits + decimals), decimals.length - Number(exponent));
}

/**
 * `digits` divided by ten to the power of `decimals`, rounded half to even to 9 decimals, as the SDK does. Programs
 * write sums of floating point numbers such as 0.30000000000000004.
 */
function rounded(digits: bigint, decimals: number): string {
  const surplus = Math.max(0, decimals - MAX_DECIMALS);
  const divisor = 10n ** BigInt(surplus);
  const [quotient, rest] = [digits / divisor, digits % divisor];
  const isUp = rest * 2n > divisor || (rest * 2n === divisor && quotient % 2n === 1n);
  const shift = decimals - surplus;
  const all = (quotient + (isUp ? 1n : 0n)) * 10n ** BigInt(Math.max(0, -shift));
  const text = all.toString().padStart(shift + 1, '0');
  return shift > 0 ? `${text.slice(0, -shift)}.${text.slice(-shift)}` : text;
}

/** An amount in billionths of a dollar, which have no decimals. Undefined for other text. */
export function billionths(amount: string): bigint | undefined {
  if (!canonical.test(amount)) return undefined;
  const [whole = '', decimals = ''] = amount.split('.');
  return BigInt(whole + decimals.padEnd(9, '0'));
}
