import { scalars } from '@outturn/service';
import { z } from 'zod';
import type { ImportKind } from '../record-kinds.ts';

/** Column in files of rejected rows, ignored by imports of a corrected file. */
export const REASON = 'error';
/** Column in exported files. */
export const ID = 'id';

/** Cells of `json` are parsed. */
export type FieldType = 'text' | 'decimal' | 'time' | 'json';

export type Columns = {
  kind: string;
  known: ReadonlyMap<string, FieldType>;
  required: readonly string[];
  /** By which records are counted. */
  time: string;
  /** Whether the API would default to now; rows must have it all the same. */
  hasDefaultTime: boolean;
  /** Field of keys that callers choose. */
  naturalKey: string | undefined;
  /** Exported files contain these. */
  serverSet: ReadonlySet<string>;
  ignored: ReadonlySet<string>;
};

const recordId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export function isRecordId(value: unknown): boolean {
  return recordId.test(String(value));
}

export function columnsOf(
  { name, input, output, time: { field: time }, idOfGeneratedKey }: ImportKind,
  ignored: readonly string[] = [],
): Columns {
  const { properties = {}, required = [] } = toSchema(input, 'input');
  const shown = Object.keys(toSchema(output, 'output').properties ?? {});
  const fields = Object.entries(properties);
  return {
    kind: name,
    known: new Map(fields.map(([field, schema]) => [field, typeOf(input.shape[field], schema)])),
    required: [...new Set([...required, time])],
    time,
    hasDefaultTime: !required.includes(time),
    naturalKey: idOfGeneratedKey ? 'key' : undefined,
    serverSet: new Set(shown.filter((field) => !(field in properties))),
    ignored: new Set(ignored),
  };
}

function toSchema(schema: z.ZodType, io: 'input' | 'output') {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' });
}

function typeOf(field: z.core.$ZodType | undefined, schema: z.core.JSONSchema._JSONSchema): FieldType {
  let inner = field;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) inner = inner.unwrap();
  const scalar = inner && scalars.get(inner)?.scalar;
  if (scalar === 'Decimal') return 'decimal';
  if (scalar === 'DateTime') return 'time';
  return takesText(schema) ? 'text' : 'json';
}

function takesText(field: z.core.JSONSchema._JSONSchema): boolean {
  if (typeof field === 'boolean') return field;
  return field.type === 'string' || (field.anyOf?.some(takesText) ?? false);
}
