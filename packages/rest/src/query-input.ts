import { invalidRequest } from '@outturn/service';
import { z } from 'zod';

/** Names of the fields of a schema that are numbers, and so must be read from the text of a query string. */
export function numericFields(schema: z.ZodType): ReadonlySet<string> {
  if (!(schema instanceof z.ZodObject)) return new Set();
  const entries = Object.entries(schema.shape as Record<string, z.ZodType>);
  return new Set(entries.filter(([, field]) => isNumber(field)).map(([name]) => name));
}

/** The query string as input of an operation. A parameter that is given twice is refused. */
export function readQuery(
  queries: Record<string, string[]>,
  numeric: ReadonlySet<string>,
): Record<string, unknown> {
  // Entries, not assignments: a parameter called __proto__ must reach validation like any other.
  return Object.fromEntries(
    Object.entries(queries).map(([name, values]) => {
      const [value = ''] = values;
      if (values.length > 1) throw invalidRequest([{ field: name, message: 'is given more than once' }]);
      const isNumeric = numeric.has(name) && /^-?\d{1,15}(\.\d{1,9})?$/.test(value);
      return [name, isNumeric ? Number(value) : value];
    }),
  );
}

function isNumber(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) {
    return isNumber(schema.unwrap() as z.ZodType);
  }
  return schema instanceof z.ZodNumber;
}
