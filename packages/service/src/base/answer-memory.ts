import { OutturnError } from './errors.ts';

/** The memory of one answer, in bytes, from the time its rows are read until the client has it. */
export type AnswerMemory = {
  /** The largest answer. */
  readonly most: number;
  /** Throws `Answer Too Large` beyond the largest answer, `Rate Limit Exceeded` beyond what all answers may take. */
  hold(bytes: number): void;
  /** Raises what is held to at least `bytes`, for an answer that shows what was read more than once. Throws the same. */
  holdAtLeast(bytes: number): void;
  /** Gives back what is held: for streams, whose answers follow each other. */
  release(): void;
};

/** Identifiers of types, the same in every PostgreSQL: whole numbers, flags, times, amounts and ids have a byte a character. */
const plainTypes = [16, 20, 21, 23, 1184, 1700, 2950];
const JSON_TYPE = 114;

/** A value takes up to so many bytes in memory beside its characters. */
const BYTES_PER_VALUE = 32;
/** Bytes that are held at a time, so that small answers cost no accounting. */
const STEP = 64 * 1024;

/**
 * The parsers of `pg` for one statement. They leave every value the text that PostgreSQL sent, and hold its memory. When
 * `hold` throws, `pg` drops the further rows as they arrive, and the statement fails with that error. So an answer that is
 * too large is never in memory as a whole.
 */
export function textParsers(memory: AnswerMemory): {
  getTypeParser(type: number): (value: unknown) => unknown;
} {
  let unheld = 0;
  const hold = (bytes: number) => {
    unheld += bytes + BYTES_PER_VALUE;
    if (unheld < STEP) return;
    memory.hold(unheld);
    unheld = 0;
  };
  const text = (value: unknown) => {
    hold(jsonBytesOf(value as string));
    return value;
  };
  const json = (value: unknown) => {
    hold(Buffer.byteLength(value as string));
    return value;
  };
  // Numbers, times and ids have a byte for each character.
  const plain = (value: unknown) => {
    hold((value as string).length);
    return value;
  };
  const parsers = new Map([[JSON_TYPE, json], ...plainTypes.map((type) => [type, plain] as const)]);
  return { getTypeParser: (type) => parsers.get(type) ?? text };
}

/** Bytes of a text within JSON, without its quotes: letters of other scripts take up to four, and some are escaped. */
function jsonBytesOf(text: string): number {
  if (/^[\x20\x21\x23-\x5b\x5d-\x7e]*$/.test(text)) return text.length;
  const bytes = Buffer.byteLength(text);
  return ESCAPED.test(text) ? bytes + escapesOf(text) : bytes;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes them.
const ESCAPED = /[\x00-\x1f"\\]/;

function escapesOf(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20) bytes += 5;
    else if (code === 0x22 || code === 0x5c) bytes += 1;
  }
  return bytes;
}

/** Estimates the bytes of a value as JSON, without writing it. Beyond `most` it stops, and returns more than that. */
export function jsonSizeOf(value: unknown, most = Number.POSITIVE_INFINITY): number {
  let size = 0;
  const add = (part: unknown): void => {
    if (size > most) return;
    if (typeof part === 'string') size += jsonBytesOf(part) + 2;
    else if (typeof part !== 'object' || part === null) size += 8;
    else if ('toJSON' in part && typeof part.toJSON === 'function') add(part.toJSON());
    else if (Array.isArray(part)) {
      size += 2 + part.length;
      for (const item of part) add(item);
    } else {
      size += 2;
      for (const name in part) {
        size += jsonBytesOf(name) + 4;
        add(part[name as keyof typeof part]);
      }
    }
  };
  add(value);
  return size;
}

export function answerTooLarge(most: number): OutturnError {
  return new OutturnError('Answer Too Large', {
    message: `The answer has more than ${Math.floor(most / 1024 ** 2)} MiB. Page with a smaller limit, or ask for fewer fields, groups or records in one request.`,
  });
}
