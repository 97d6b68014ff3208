import { COST_SOURCE, type Columns, ID, isRecordId, STATUS } from './columns.ts';
import { currencyProblem } from './currency.ts';
import { isMapping } from './file-options.ts';
import { parseJson } from './json-value.ts';
import { isCurrencyOf, isRead, type Plan } from './plan-columns.ts';
import { readRefund } from './read-refund.ts';
import type { ReadRow } from './row-source.ts';
import { joined } from './sample-rows.ts';
import { namesUsd, namesUtc } from './similar-names.ts';
import { readAmount } from './values/read-amount.ts';
import { readTime } from './values/read-time.ts';

export type Row = Readonly<Record<string, unknown>>;

/**
 * Reads a row by the plan: the fields of its record, and what was paid back of it. A row that cannot be sent has a
 * `problem` with all of its faults instead.
 */
export function readRow(row: Row, plan: Plan): ReadRow {
  const { columns, set, options } = plan;
  const id = isRead(plan, ID) ? row[ID] : undefined;
  const isExported = id !== undefined && isRecordId(id);
  if (id !== undefined && !isExported && !isMapping(options)) return { problem: notAnId(columns) };
  if (isExported && row[STATUS] === 'voided' && !columns.ignored.has(STATUS)) return { problem: voidedRow };
  const { refundOf } = columns;
  if (refundOf !== undefined && row[refundOf] !== undefined && isRead(plan, refundOf))
    return { problem: refundOfOther(refundOf) };
  const fields: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const field of columns.known.keys()) {
    const column = columnOf(field, row, plan);
    const value = set.get(field) ?? (column === undefined ? undefined : row[column]);
    if (value === undefined || (isExported && isNamedByKey(field, row))) continue;
    if (isExported && column === 'cost' && isComputedCost(row, columns)) continue;
    const reading = readValue(value, { field, column, plan });
    if ('value' in reading) fields[field] = reading.value;
    else problems.push(`${field} ${reading.problem}`);
  }
  const currency = foreignCurrency(row, plan);
  if (currency !== undefined) problems.unshift(currency);
  if (problems.length > 0) return { problem: problems.join('; ') };
  if (columns.hasDefaultTime && fields[columns.time] === undefined)
    return { problem: `${columns.time} is required` };
  if (isExported) return { fields, id: String(id) };
  const refund = readRefund(row, fields, plan);
  return 'problem' in refund ? refund : { fields, ...refund };
}

/** Adds the columns that are read as one, such as `Date+Time`. */
export function withJoined<T>(
  row: Readonly<Record<string, T>>,
  plan: Plan,
): Readonly<Record<string, T | string>> {
  if (plan.joined.size === 0) return row;
  const added = [...plan.joined]
    .map(([name, parts]) => [name, joined(parts.map((part) => String(row[part] ?? '')))] as const)
    .filter(([, text]) => text !== '');
  return { ...row, ...Object.fromEntries(added) };
}

/**
 * Why the currency of a row cannot be recorded. A column with the currency holds for all amounts of its row, except
 * for those whose own column names USD.
 */
function foreignCurrency(row: Row, plan: Plan): string | undefined {
  const isAmount = ([field, type]: readonly [string, string]) => {
    const column = type === 'decimal' ? columnOf(field, row, plan) : undefined;
    return column !== undefined && !namesUsd(column);
  };
  if (![...plan.columns.known].some(isAmount)) return undefined;
  const names = Object.keys(row).filter((name) => row[name] !== undefined && isCurrencyOf(plan, name));
  return names.map((name) => currencyProblem(row[name])).find((problem) => problem !== undefined);
}

/** The column that a field is read from in this row: the first that is filled. */
export function columnOf(field: string, row: Row, plan: Plan): string | undefined {
  const own = isRead(plan, field) ? [field] : [];
  return (plan.from.get(field) ?? own).find((name) => row[name] !== undefined);
}

type ValueOptions = { field: string; column: string | undefined; plan: Plan };

function readValue(
  value: unknown,
  { field, column, plan: { columns, options } }: ValueOptions,
): { value: unknown } | { problem: string } {
  const type = columns.known.get(field);
  if (field === columns.naturalKey && /^\d([.,]\d+)?E\+\d+$/i.test(String(value)))
    return { problem: 'was shortened by a spreadsheet; import the file as it was exported' };
  if (typeof value !== 'string' || type === 'text') return { value };
  if (type === 'decimal') return readAmount(value, options);
  if (type === 'json') return { value: readJson(value) };
  const timeZone = column !== undefined && namesUtc(column) ? 'UTC' : options.timeZone;
  return readTime(value, { ...options, timeZone });
}

/** Invalid JSON is sent as text. The error of the API then says which value it expects. */
function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** Never proposes to ignore a column that may hold the keys of the rows. */
function notAnId({ naturalKey }: Columns): string {
  const way = naturalKey
    ? `if it is your key, pass --map ${naturalKey}=${ID}`
    : `skip the column with --ignore ${ID}`;
  return `${ID} is not the id of an Outturn record; ${way}`;
}

const voidedRow = `the record is voided and counts nowhere; with --ignore ${STATUS} it is recorded as an active one`;

/** The revenue that an exported refund pays back has another id in this account. */
function refundOfOther(field: string): string {
  return `${field} is an id of another account; with --ignore ${field} the row becomes a negative revenue`;
}

/** A cost that was computed is left out: sent, it would count as reported. The price book computes it again. */
function isComputedCost(row: Row, { ignored }: Columns): boolean {
  return row[COST_SOURCE] === 'computed' && !ignored.has(COST_SOURCE);
}

/**
 * Exported rows name an agent or a customer by key and by id. The ids are those of the account that the file is from,
 * so the keys count.
 */
function isNamedByKey(name: string, row: Row): boolean {
  return name.endsWith('Id') && row[name.replace(/Id$/, 'Key')] !== undefined;
}
