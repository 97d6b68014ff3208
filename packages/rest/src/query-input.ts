import { invalidRequest } from '@outturn/service';
import { z } from 'zod';
import { isMalformed, malformedEncoding } from './percent-encoding.ts';

/** Names of the fields of a schema that are numbers, and so must be read from the text of a query string. */
export function numericFields(schema: z.ZodType): ReadonlySet<string> {
  if (!(schema instanceof z.ZodObject)) return new Set();
  const entries = Object.entries(schema.shape as Record<string, z.ZodType>);
  return new Set(entries.filter(([, field]) => isNumber(field)).map(([name]) => name));
}

/** As much of Hono's request as its query. */
type Asked = { url: string; queries(): Record<string, string[]> };

/** The query string as input of an operation. A parameter that is given twice, or that cannot be decoded, is refused. */
export function readQuery(request: Asked, numeric: ReadonlySet<string>): Record<string, unknown> {
  const malformed = partsOf(request.url).find(isMalformed);
  if (malformed !== undefined) throw malformedEncoding(malformed.split('=', 1)[0] ?? '');
  // Entries, not assignments: a parameter called __proto__ must reach validation like any other.
  return Object.fromEntries(
    Object.entries(request.queries()).map(([name, values]) => {
      const [value = ''] = values;
      if (values.length > 1) throw invalidRequest([{ field: name, message: 'is given more than once' }]);
      const isNumeric = numeric.has(name) && /^-?\d{1,15}(\.\d{1,9})?$/.test(value);
      return [name, isNumeric ? Number(value) : value];
    }),
  );
}

/** The parameters as they were sent. */
function partsOf(url: string): string[] {
  const start = url.indexOf('?');
  return start < 0 ? [] : url.slice(start + 1).split('&');
}

function isNumber(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) {
    return isNumber(schema.unwrap() as z.ZodType);
  }
  return schema instanceof z.ZodNumber;
}
