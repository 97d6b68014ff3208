import { capital } from '../format/capital.ts';
import { formatCount } from '../format/count.ts';
import { formatDuration } from '../format/duration.ts';
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
  cacheReadTokens: 'Cache read tokens',
  cacheWriteTokens: 'Cache write tokens',
  cacheWrite1hTokens: '1-hour write tokens',
  durationMs: 'Duration',
  isError: 'Failed',
  createdAt: 'Created',
  id: 'ID',
};
const money = new Set<string | undefined>([
  ...recordKindNames.map((kind) => recordKinds[kind].amount),
  'computedCost',
]);

/** Sources of costs in words. */
const costSources: Readonly<Record<string, string>> = {
  reported: 'Reported with the event',
  computed: 'Computed from the price book',
  unpriced: 'Unpriced: no price applies to the model',
};

/** Fields that count a part of what another field counts. */
const wholes: Readonly<Record<string, string>> = {
  cacheReadTokens: 'inputTokens',
  cacheWriteTokens: 'inputTokens',
  cacheWrite1hTokens: 'cacheWriteTokens',
  reasoningTokens: 'outputTokens',
};

/** How many fields this one is a part of, each a part of the next: 0 for most, 2 for `cacheWrite1hTokens`. */
export function partDepth(field: string): number {
  const whole = wholes[field];
  return whole === undefined ? 0 : 1 + partDepth(whole);
}

/** The columns of a table with these rows, and `more` behind them: those that are empty in every row are left out, but for the time. */
export function columnsOf(
  kind: RecordKind,
  rows: readonly RecordFields[] | undefined,
  more: readonly string[] = [],
): readonly string[] {
  const { time } = recordKinds[kind];
  const columns = [...new Set([...recordKinds[kind].columns, ...more])];
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
  if (field === 'durationMs') return formatDuration(Number(value));
  if (field === 'costSource') return costSources[String(value)] ?? String(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return formatCount(value);
  if (typeof value === 'object') return JSON.stringify(value, undefined, 2);
  // Descriptions are prose, which may have lines.
  return field === 'description' ? String(value) : visible(String(value));
}
