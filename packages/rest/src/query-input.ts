import { invalidRequest } from '@outturn/service';
import { z } from 'zod';
import { isMalformed, malformedEncoding } from './percent-encoding.ts';

/** Names of number fields, which the query string holds as text. */
export function numericFields(schema: z.ZodType): ReadonlySet<string> {
  if (!(schema instanceof z.ZodObject)) return new Set();
  const entries = Object.entries(schema.shape as Record<string, z.ZodType>);
  return new Set(entries.filter(([, field]) => isNumber(field)).map(([name]) => name));
}

/** The part of Hono's request that is used. */
type QueryRequest = { url: string; queries(): Record<string, string[]> };

/** Throws for parameters that are repeated or cannot be decoded. */
export function readQuery(request: QueryRequest, numeric: ReadonlySet<string>): Record<string, unknown> {
  const malformed = partsOf(request.url).find(isMalformed);
  if (malformed !== undefined) throw malformedEncoding(malformed.split('=', 1)[0] ?? '');
  // fromEntries, because an assignment to __proto__ would bypass validation.
  return Object.fromEntries(
    Object.entries(request.queries()).map(([name, values]) => {
      const [value = ''] = values;
      if (values.length > 1) throw invalidRequest([{ field: name, message: 'is given more than once' }]);
      const isNumeric = numeric.has(name) && /^-?\d{1,15}(\.\d{1,9})?$/.test(value);
      return [name, isNumeric ? Number(value) : value];
    }),
  );
}

/** Returns undecoded parameters. */
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
