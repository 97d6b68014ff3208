import { capital } from '../format/capital.ts';
import { formatCount } from '../format/count.ts';
import { formatInstant } from '../format/instant.ts';
import { formatExactMoney } from '../format/money.ts';
import { visible } from '../format/visible.ts';
import { type RecordKind, recordKindNames, recordKinds } from '../kinds/record-kinds.ts';
import { NOTHING } from '../measures/measures.ts';
import type { RecordFields } from './fetch-records.ts';

const labels: Record<string, string> = {
  agentKey: 'Agent',
  customerKey: 'Customer',
  sessionKey: 'Session',
  toolKey: 'Tool',
  goalKey: 'Goal type',
  createdAt: 'Created',
  id: 'ID',
};
const money = new Set(recordKindNames.map((kind) => recordKinds[kind].amount));

/** The columns of a table with these rows: those that are empty in every row are left out, but for the time. */
export function columnsOf(kind: RecordKind, rows: readonly RecordFields[] | undefined): readonly string[] {
  const { columns, time } = recordKinds[kind];
  if (!rows?.length) return columns;
  const isFilled = (column: string) => rows.some((row) => (Reflect.get(row, column) ?? '') !== '');
  return columns.filter((column) => column === time || isFilled(column));
}

/** `recordedAt` is called `Recorded at`, and `goalId` is called `Goal ID`. */
export function fieldLabel(field: string): string {
  const known = labels[field];
  if (known) return known;
  return capital(field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)).replace(/ id$/, ' ID');
}

export function isMoney(field: string): boolean {
  return money.has(field);
}

/** Whether a field is an instant. */
function isInstant(field: string): boolean {
  return field.endsWith('At');
}

/** A field as people read it. */
export function fieldText(
  field: string,
  value: unknown,
  zone: string,
  format: 'minute' | 'full' = 'minute',
): string {
  if (value === null || value === undefined) return NOTHING;
  if (isMoney(field)) return formatExactMoney(String(value));
  if (isInstant(field)) return formatInstant(String(value), zone, format);
  if (typeof value === 'number') return formatCount(value);
  if (typeof value === 'object') return JSON.stringify(value, undefined, 2);
  // Descriptions are prose, which may have lines.
  return field === 'description' ? String(value) : visible(String(value));
}
