import type { Plan } from './plan-columns.ts';
import type { RowRefund } from './row-source.ts';
import { billionths, readAmount } from './values/read-amount.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Reads what was paid back of the revenue with these fields, from the column that the preset names. The refund has the
 * key `<key>:refund`, by which it is recorded once, and the time of the revenue, because such a file does not say when
 * it was paid back.
 */
export function readRefund(
  row: Values,
  fields: Values,
  { preset, options }: Plan,
): { refund?: RowRefund } | { problem: string } {
  if (preset === undefined) return {};
  const { refunded: column } = preset;
  const cell = row[column];
  if (typeof cell !== 'string') return {};
  const reading = readAmount(cell, options);
  if ('problem' in reading) return { problem: `${column} ${reading.problem}` };
  const amount = reading.value.replace(/^-/, '');
  const refunded = billionths(amount);
  if (refunded === undefined) return { problem: `${column} is no amount` };
  if (refunded === 0n) return {};
  const { key, recordedAt } = fields;
  if (key === undefined) return { problem: 'key is required, because the refund of the row names it' };
  // The API judges an amount that is none, and then no refund is sent.
  const paid = billionths(String(fields.amount));
  if (paid !== undefined && refunded > paid)
    return { problem: `${column} is ${amount}, more than the amount of ${fields.amount}` };
  return {
    refund: { revenueKey: key, key: `${key}:refund`, amount, recordedAt, description: `Refund of ${key}` },
  };
}
