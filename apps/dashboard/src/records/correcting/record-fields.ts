import { metadataRule } from '../../catalogue/member-fields.ts';
import { fromAmountInput, toAmountInput } from '../../format/amount-input.ts';
import { type RecordKind, recordKinds, refundedIdOf } from '../../kinds/record-kinds.ts';
import type { RecordFields } from '../fetch-records.ts';
import { isMoney } from '../record-columns.ts';

/** The values of the form, as texts by field; an empty text means no value. */
export type Texts = Record<string, string>;

export type FieldType =
  | 'money'
  | 'computable'
  | 'paid back'
  | 'count'
  | 'instant'
  | 'json'
  | 'prose'
  | 'text';

/** How people edit a field of a record. */
export function typeOf(kind: RecordKind, record: RecordFields, field: string): FieldType {
  if (isMoney(field) && 'costSource' in record) return 'computable';
  if (isMoney(field)) return refundedIdOf(kind, record) ? 'paid back' : 'money';
  if (field.endsWith('Tokens')) return 'count';
  if (field.endsWith('At')) return 'instant';
  if (field === 'metadata') return 'json';
  return field === 'description' ? 'prose' : 'text';
}

/** The fields of a record that people can amend. A refund has few of its own. */
export function amendedOf(kind: RecordKind, record: RecordFields): readonly string[] {
  const { amended, refund } = recordKinds[kind];
  return refund && refundedIdOf(kind, record) ? refund.amended : amended;
}

/** Returns the fields of a record that people can amend, as texts. A cost that the price book computes is an empty one. */
export function toTexts(kind: RecordKind, record: RecordFields): Texts {
  return Object.fromEntries(
    amendedOf(kind, record).map((field) => {
      const type = typeOf(kind, record, field);
      const isOfBook = type === 'computable' && isByBook(record);
      return [field, isOfBook ? '' : toText(type, Reflect.get(record, field))];
    }),
  );
}

/** Whether the price book computes the cost of a record, or would if the model had a price. */
export function isByBook(record: RecordFields): boolean {
  return 'costSource' in record && (record.costSource === 'computed' || record.costSource === 'unpriced');
}

function toText(type: FieldType, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (type === 'money' || type === 'computable') return toAmountInput(String(value));
  if (type === 'paid back') return toAmountInput(String(value).replace(/^-/, ''));
  return type === 'json' ? JSON.stringify(value, undefined, 2) : String(value);
}

/** The changes of an amendment, as the API takes them: null empties a field. The texts must have passed {@link fieldRule}. */
export function changesOf(kind: RecordKind, record: RecordFields, after: Texts): Record<string, unknown> {
  const before = toTexts(kind, record);
  return Object.fromEntries(
    Object.entries(after).flatMap(([field, text]) =>
      text === before[field] ? [] : [[field, toValue(typeOf(kind, record, field), text)]],
    ),
  );
}

function toValue(type: FieldType, text: string): unknown {
  if (text.trim() === '') return null;
  if (type === 'money' || type === 'computable') return fromAmountInput(text);
  if (type === 'paid back') return `-${fromAmountInput(text)}`;
  if (type === 'count') return Number(text);
  return type === 'json' ? JSON.parse(text) : text;
}

/** The server has more rules; its words are shown when it refuses. */
export function fieldRule(type: FieldType, text: string): string | null {
  if (text.trim() === '') return null;
  if (type === 'json') return metadataRule(text);
  if ((type === 'money' || type === 'computable') && fromAmountInput(text) === undefined)
    return `Enter an amount, e.g. ${toAmountInput('25.00')}.`;
  if (type === 'paid back' && !/^(?!-).*[1-9]/.test(fromAmountInput(text) ?? ''))
    return `Enter an amount above zero, e.g. ${toAmountInput('25.00')}.`;
  if (type === 'count' && !/^\d+$/.test(text.trim())) return 'Enter a whole number.';
  return null;
}
