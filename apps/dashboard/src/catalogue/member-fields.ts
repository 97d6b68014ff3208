import { fromAmountInput, toAmountInput } from '../format/amount-input.ts';
import type { Member, MemberChanges } from './fetch-members.ts';

/** The values of the form; an empty text means no value. */
export type MemberFields = {
  key: string;
  name: string;
  description: string;
  metadata: string;
  value: string;
};

export function toFields(member: Member | undefined): MemberFields {
  return {
    key: member?.key ?? '',
    name: member?.name ?? '',
    description: member?.description ?? '',
    metadata: member?.metadata ? JSON.stringify(member.metadata, undefined, 2) : '',
    value: toAmountInput(member?.value ?? ''),
  };
}

export function toChanges(fields: MemberFields, hasValue: boolean): MemberChanges {
  return {
    key: fields.key,
    name: fields.name.trim() || null,
    description: fields.description.trim() || null,
    metadata: fields.metadata.trim() ? (JSON.parse(fields.metadata) as Record<string, unknown>) : null,
    ...(hasValue && { value: fromAmountInput(fields.value) ?? null }),
  };
}

export function keyRule(key: string): string | null {
  if (key === '') return 'Enter a key.';
  return key.length > 255 ? 'Use at most 255 characters.' : null;
}

/** The server has more rules (size, depth); their words are shown when it refuses. */
export function metadataRule(text: string): string | null {
  if (!text.trim()) return null;
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? null : 'Enter a JSON object, e.g. {"plan": "pro"}.';
  } catch {
    return 'This is not valid JSON.';
  }
}

export function valueRule(value: string): string | null {
  const isAmount = value.trim() === '' || fromAmountInput(value) !== undefined;
  return isAmount ? null : `Enter an amount, e.g. ${toAmountInput('25.00')}.`;
}
