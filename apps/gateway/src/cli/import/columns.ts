import { scalars } from '@outturn/service';
import { z } from 'zod';
import type { ImportKind } from '../record-kinds.ts';

/** The column that a file of rejected rows has in addition. It is ignored when the corrected file is imported. */
export const REASON = 'error';
/** The column by which a file is known to be exported from Outturn. */
export const ID = 'id';
/** The column by which an exported record is known to be voided. */
export const STATUS = 'status';
/** The column by which an exported cost is known to be one that was computed. */
export const COST_SOURCE = 'costSource';

/** How the cell of a field is read. Cells of `json` are parsed. */
export type FieldType = 'text' | 'decimal' | 'time' | 'json';

/**
 * Which columns a file of one kind of record may have. Everything follows from the schemas of the kind, so that a new
 * field can be imported without further code.
 */
export type Columns = {
  kind: string;
  known: ReadonlyMap<string, FieldType>;
  required: readonly string[];
  /** The field of the time by which records count. */
  time: string;
  /**
   * Whether the API would take now if the time is missing. In an import every row must have it nevertheless: it would
   * otherwise be recorded at the time of the import.
   */
  hasDefaultTime: boolean;
  /** The field of keys that the caller chooses, such as the number of an invoice. Undefined if the kind has none. */
  naturalKey: string | undefined;
  /** The field of exported refunds that has the id of what they pay back. Undefined if the kind has no refunds. */
  refundOf: string | undefined;
  /** Fields that the server sets. Exported files have them; imports leave them out. */
  serverSet: ReadonlySet<string>;
  /** Columns that the user has told to leave out. */
  ignored: ReadonlySet<string>;
};

const recordId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export function isRecordId(value: unknown): boolean {
  return recordId.test(String(value));
}

export function columnsOf(
  { name, input, output, time: { field: time }, idOfShownKey, columnNames, refunds }: ImportKind,
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
    naturalKey: idOfShownKey ? 'key' : undefined,
    refundOf: shown.find((field) => refunds && columnNames[field] === refunds.of),
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
