import { OutturnError } from '../base/errors.ts';

/** The deepest input of an operation has a third of it. */
const MAX_DEPTH = 64;
/** Four times a batch of 1,000 records with the most metadata keys; parsing takes at most some 50 ms. */
const MAX_VALUES = 250_000;
/** Characters; shorter texts cannot be slow to parse. */
const ALWAYS_ALLOWED = 10_000;

const [QUOTE, COMMA, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  34, 44, 92, 91, 93, 123, 125,
];

/**
 * `JSON.parse` for what a caller sent. It takes ten seconds for 8 MiB of opening brackets and a second for as many empty
 * objects, during which the process answers nobody. So the text is scanned first, in some 10 ms.
 *
 * Throws `Invalid JSON`, or `Invalid Request` for text of more than 10,000 characters that is too deep or has too many
 * values.
 */
export function parseJson(text: string): unknown {
  checkJson(text);
  return parse(text);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OutturnError('Invalid JSON');
  }
}

/** Levels of a request of OTLP: 10 to the value of an attribute, which may nest 32 deep, three levels for each list or map. */
const TELEMETRY_DEPTH = 10 + 3 * 32;
/** Values of a request of OTLP: 16 MiB of attributes have some 700,000. */
const TELEMETRY_VALUES = 2_000_000;

/** For bodies of telemetry, which are larger than those of calls. Throws `Invalid JSON` and `Invalid Request`. */
export function parseTelemetryJson(body: Buffer): unknown {
  const text = body.toString();
  checkJson(text, { depth: TELEMETRY_DEPTH, values: TELEMETRY_VALUES });
  return parse(text);
}

type Bounds = { depth: number; values: number };

/** The check alone, for libraries that parse by themselves. */
export function checkJson(text: string, most: Bounds = { depth: MAX_DEPTH, values: MAX_VALUES }): void {
  if (text.length <= ALWAYS_ALLOWED) return;
  let depth = 0;
  let values = 0;
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case QUOTE:
        i = endOfString(text, i);
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        values++;
        if (++depth > most.depth) throw tooMuch(`is nested deeper than ${most.depth} levels`);
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth--;
        break;
      case COMMA:
        values++;
        break;
    }
    if (values > most.values) throw tooMuch(`has more than ${most.values.toLocaleString('en')} values`);
  }
}

/** The position of the closing quote; the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

function tooMuch(what: string): OutturnError {
  return new OutturnError('Invalid Request', {
    message: `The JSON ${what}. Send fewer or flatter records at a time.`,
  });
}
