import { invalidRequest, type OutturnError } from '@outturn/service';

/** Hono keeps text that it cannot decode, so that `%ff` would match the key "%ff". */
export function isMalformed(encoded: string): boolean {
  return encoded.includes('%') && decode(encoded) === undefined;
}

export function malformedEncoding(field: string): OutturnError {
  const message = 'is not valid percent-encoding: a percent sign itself is written as %25';
  return invalidRequest([{ field, message }]);
}

/** Returns the result, because the bundler would drop a call whose result is unused. */
function decode(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
