import { invalidRequest, OutturnError } from '@outturn/service';

/** Renames the fields of `Invalid Request`; returns other errors as they are. */
export function inGraphqlTerms(error: unknown, rename: (field: string) => string): unknown {
  if (!(error instanceof OutturnError) || error.code !== 'Invalid Request' || !error.details) return error;
  return invalidRequest(error.details.map(({ field, message }) => ({ field: rename(field), message })));
}

/** Removes nulls at any depth, because clients send them for absent optional variables. */
export function withoutNulls(input: object): Record<string, unknown> {
  const entries = Object.entries(input).filter(([, value]) => value != null);
  return Object.fromEntries(entries.map(([name, value]) => [name, cleaned(value)]));
}

function cleaned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleaned);
  return typeof value === 'object' && value !== null ? withoutNulls(value) : value;
}
