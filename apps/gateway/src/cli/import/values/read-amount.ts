/** `problem` says what to do. Without it the API's error describes the expected value. */
export type Reading = { value: string } | { problem: string };

const MAX_DECIMALS = 9;
const canonical = /^-?\d{1,15}(\.\d{1,9})?$/;
const dollars = /(?<!\p{L})(?:US ?\$|USD|\$)/iu;
const foreign = /\p{L}{1,3}\$|\p{Sc}|(?<!\p{L})\p{L}{3}(?!\p{L})/u;
/** Decimal commas, apart from `1,299`, which has a thousands separator, and `1.234.567`. */
const withComma = /^\D*\d{1,3}(?:(?:[.\s'’]?\d{3})*,(?:\d{1,2}|\d{4,})|(?:\.\d{3}){2,})\D*$/;

/**
 * Amounts as spreadsheets show them, as decimal text: thousands separators, dollar signs, negatives in parentheses or with a
 * minus behind. Canonical text is returned unchanged, so that its row keeps its idempotency key.
 */
export function readAmount(text: string, { decimalComma = false } = {}): Reading {
  if (canonical.test(text) && !(decimalComma && text.includes('.'))) return { value: text };
  const plain = text
    .replaceAll(/[−–]/g, '-')
    .replace(dollars, '')
    .trim()
    .replace(/^\+(?=\s*[\d.])/, '');
  const sign = /^\((?<inside>[^-]*)\)$|^-\s*(?<after>[^-]*)$|^(?<before>[^-]+?)\s*-$/.exec(plain)?.groups;
  const digits = toDigits((sign?.inside ?? sign?.after ?? sign?.before ?? plain).trim(), decimalComma);
  if (digits !== undefined) return { value: `${sign ? '-' : ''}${digits}` };
  const currency = /\d/.test(text) ? foreign.exec(text.replace(dollars, ''))?.[0] : undefined;
  if (currency) return { problem: `is in ${currency}; amounts are in US dollars` };
  if (!decimalComma && withComma.test(text)) return { problem: 'has a decimal comma; pass --decimal-comma' };
  if (decimalComma && canonical.test(text))
    return { problem: 'has a decimal point, against --decimal-comma' };
  return { value: text };
}

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

function toDigits(text: string, decimalComma: boolean): string | undefined {
  const found = patterns[decimalComma ? 'comma' : 'point'].exec(text)?.groups;
  const { whole = '', decimals = '', exponent = '0' } = found ?? {};
  if (whole === '' && decimals === '') return undefined;
  const digits = whole.replaceAll(/\D/g, '') || '0';
  if (exponent === '0' && decimals.length <= MAX_DECIMALS) return `${digits}${decimals && `.${decimals}`}`;
  return rounded(BigInt(digits + decimals), decimals.length - Number(exponent));
}

/** Half to even, as the SDK does: programs write sums of floating point such as 0.30000000000000004. */
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

/** The same amount with the other sign. */
export function negated(amount: string): string {
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}

/** In billionths. */
export function billionths(amount: string): bigint | undefined {
  if (!canonical.test(amount)) return undefined;
  const [whole = '', decimals = ''] = amount.split('.');
  return BigInt(whole + decimals.padEnd(9, '0'));
}
