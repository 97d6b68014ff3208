import { capital } from '../format/capital.ts';
import { formatCount } from '../format/count.ts';
import { formatInstant } from '../format/instant.ts';
import { formatExactMoney } from '../format/money.ts';
import { NOTHING } from '../measures/measures.ts';
import type { RecordKind } from './record-kinds.ts';

/** Fields that the table of a kind shows; the others are in its details. */
export const tableColumns = {
  revenues: ['recordedAt', 'amount', 'agentKey', 'customerKey', 'source', 'description'],
  outcomes: ['generatedAt', 'value', 'agentKey', 'customerKey', 'sessionKey'],
  goals: ['achievedAt', 'goalKey', 'agentKey', 'customerKey', 'sessionKey'],
  events: ['occurredAt', 'type', 'name', 'agentKey', 'toolKey', 'model', 'cost'],
} as const satisfies Record<RecordKind, readonly string[]>;

const labels: Record<string, string> = {
  agentKey: 'Agent',
  customerKey: 'Customer',
  sessionKey: 'Session',
  toolKey: 'Tool',
  goalKey: 'Goal type',
  id: 'Id',
};
const money = new Set(['amount', 'value', 'cost']);

/** `recordedAt` is called `Recorded at`. */
export function fieldLabel(field: string): string {
  const known = labels[field];
  if (known) return known;
  return capital(field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
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
  return typeof value === 'object' ? JSON.stringify(value, undefined, 2) : String(value);
}
