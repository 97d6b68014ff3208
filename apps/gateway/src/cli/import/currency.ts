/**
 * Names of columns with the currency of a row, in several languages. A repeated column has a number behind its name.
 */
const column =
  /^(?:(?:transaction|order|invoice|payment)[ _-]?)?(?:currency(?:[ _-]?(?:code|name))?|curr?|ccy|w(?:ä|ae)hrung|wkz(?: umsatz)?|devise|moneda|moeda|valuta|divisa)\.?(?:#\d+)?$/i;

export function isCurrency(name: string): boolean {
  return column.test(name);
}

/** Why a row with this currency cannot be recorded: Outturn has amounts in USD alone. */
export function currencyProblem(currency: unknown): string | undefined {
  if (currency === undefined) return 'the row has no Currency; amounts are in USD';
  const isDollar = /^(usd|us ?\$|\$)$/i.test(String(currency));
  return isDollar ? undefined : `the currency is ${String(currency).toUpperCase()}; only USD is recorded`;
}
