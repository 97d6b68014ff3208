import { metadataRule } from '../../catalogue/member-fields.ts';
import { fromAmountInput, toAmountInput } from '../../format/amount-input.ts';
import { type RecordKind, recordKinds } from '../../kinds/record-kinds.ts';
import type { RecordFields } from '../fetch-records.ts';
import { isMoney } from '../record-columns.ts';

/** The values of the form, as texts by field; an empty text means no value. */
export type Texts = Record<string, string>;

export type FieldType = 'money' | 'count' | 'instant' | 'json' | 'prose' | 'text';

export function typeOf(field: string): FieldType {
  if (isMoney(field)) return 'money';
  if (field.endsWith('Tokens')) return 'count';
  if (field.endsWith('At')) return 'instant';
  if (field === 'metadata') return 'json';
  return field === 'description' ? 'prose' : 'text';
}

/** Returns the fields of a record that people can amend, as texts. */
export function toTexts(kind: RecordKind, record: RecordFields): Texts {
  return Object.fromEntries(
    recordKinds[kind].amended.map((field) => [field, toText(typeOf(field), Reflect.get(record, field))]),
  );
}

function toText(type: FieldType, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (type === 'money') return toAmountInput(String(value));
  return type === 'json' ? JSON.stringify(value, undefined, 2) : String(value);
}

/** The changes of an amendment, as the API takes them: null empties a field. The texts must have passed {@link fieldRule}. */
export function changesOf(before: Texts, after: Texts): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(after).flatMap(([field, text]) =>
      text === before[field] ? [] : [[field, toValue(typeOf(field), text)]],
    ),
  );
}

function toValue(type: FieldType, text: string): unknown {
  if (text.trim() === '') return null;
  if (type === 'money') return fromAmountInput(text);
  if (type === 'count') return Number(text);
  return type === 'json' ? JSON.parse(text) : text;
}

/** The server has more rules; its words are shown when it refuses. */
export function fieldRule(field: string, text: string): string | null {
  if (text.trim() === '') return null;
  const type = typeOf(field);
  if (type === 'json') return metadataRule(text);
  if (type === 'money' && fromAmountInput(text) === undefined)
    return `Enter an amount, e.g. ${toAmountInput('25.00')}.`;
  if (type === 'count' && !/^\d+$/.test(text.trim())) return 'Enter a whole number.';
  return null;
}
