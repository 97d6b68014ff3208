import { invalidRequest } from '@outturn/service';
import { z } from 'zod';
import { isMalformed, malformedEncoding } from './percent-encoding.ts';

/** Numbers and booleans, which the query string holds as text. */
type Typed = 'number' | 'boolean';

/** The fields that are no texts. */
export function typedFields(schema: z.ZodType): ReadonlyMap<string, Typed> {
  if (!(schema instanceof z.ZodObject)) return new Map();
  const entries = Object.entries(schema.shape as Record<string, z.ZodType>);
  return new Map(
    entries.flatMap(([name, field]) => {
      const type = typeOf(field);
      return type ? [[name, type] as const] : [];
    }),
  );
}

/** The part of Hono's request that is used. */
type QueryRequest = { url: string; queries(): Record<string, string[]> };

/** Throws for parameters that are repeated or cannot be decoded. */
export function readQuery(request: QueryRequest, typed: ReadonlyMap<string, Typed>): Record<string, unknown> {
  const malformed = partsOf(request.url).find(isMalformed);
  if (malformed !== undefined) throw malformedEncoding(malformed.split('=', 1)[0] ?? '');
  // fromEntries, because an assignment to __proto__ would bypass validation.
  return Object.fromEntries(
    Object.entries(request.queries()).map(([name, values]) => {
      const [value = ''] = values;
      if (values.length > 1) throw invalidRequest([{ field: name, message: 'is given more than once' }]);
      return [name, toTyped(value, typed.get(name))];
    }),
  );
}

/** Returns undecoded parameters. */
function partsOf(url: string): string[] {
  const start = url.indexOf('?');
  return start < 0 ? [] : url.slice(start + 1).split('&');
}

/** A text of another form stays a text, which validation refuses. */
function toTyped(value: string, type: Typed | undefined): string | number | boolean {
  if (type === 'number' && /^-?\d{1,15}(\.\d{1,9})?$/.test(value)) return Number(value);
  if (type === 'boolean' && /^(true|false)$/.test(value)) return value === 'true';
  return value;
}

function typeOf(schema: z.ZodType): Typed | undefined {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional)
    return typeOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodNumber) return 'number';
  return schema instanceof z.ZodBoolean ? 'boolean' : undefined;
}
