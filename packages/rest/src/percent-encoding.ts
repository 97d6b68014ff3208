import { invalidRequest, type OutturnError } from '@outturn/service';

/** Hono leaves what it cannot decode as it is, so that `%ff` would name what has the key "%ff". */
export function isMalformed(encoded: string): boolean {
  return encoded.includes('%') && decode(encoded) === undefined;
}

export function malformedEncoding(field: string): OutturnError {
  const message = 'is not valid percent-encoding: a percent sign itself is written as %25';
  return invalidRequest([{ field, message }]);
}

/** Undefined for what is malformed. The bundler drops a call whose result is not used. */
function decode(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
