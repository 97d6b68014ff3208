import { invalidRequest, OutturnError } from '@outturn/service';

/** An operation's error about its input, with the fields named as they are called in GraphQL. Others stay as they are. */
export function inGraphqlTerms(error: unknown, rename: (field: string) => string): unknown {
  if (!(error instanceof OutturnError) || error.code !== 'Invalid Request' || !error.details) return error;
  return invalidRequest(error.details.map(({ field, message }) => ({ field: rename(field), message })));
}

/** In GraphQL a null is what is not there, as clients with optional variables expect: in objects, however deep. */
export function withoutNulls(input: object): Record<string, unknown> {
  const entries = Object.entries(input).filter(([, value]) => value != null);
  return Object.fromEntries(entries.map(([name, value]) => [name, cleaned(value)]));
}

function cleaned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleaned);
  return typeof value === 'object' && value !== null ? withoutNulls(value) : value;
}
