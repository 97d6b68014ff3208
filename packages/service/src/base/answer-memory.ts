import { OutturnError } from './errors.ts';

/** The memory of one answer, in bytes, from the time its rows are read until the client has it. */
export type AnswerMemory = {
  /** Throws `Answer Too Large` beyond the largest answer, `Rate Limit Exceeded` beyond what all answers may take. */
  hold(bytes: number): void;
  /** Raises what is held to at least `bytes`, for an answer that shows what was read more than once. Throws the same. */
  holdAtLeast(bytes: number): void;
  /** Gives back what is held: for streams, whose answers follow each other. */
  release(): void;
};

/** A value takes up to so many bytes in memory beside its characters. */
const BYTES_PER_VALUE = 32;
/** Bytes that are held at a time, so that small answers cost no accounting. */
const STEP = 64 * 1024;

/**
 * The parsers of `pg` for one statement. They leave every value the text that PostgreSQL sent, and hold its memory. When
 * `hold` throws, `pg` drops the further rows as they arrive, and the statement fails with that error. So an answer that is
 * too large is never in memory as a whole.
 */
export function textParsers(memory: AnswerMemory): { getTypeParser(): (value: unknown) => unknown } {
  let unheld = 0;
  const parse = (value: unknown) => {
    unheld += (value as string).length + BYTES_PER_VALUE;
    if (unheld < STEP) return value;
    memory.hold(unheld);
    unheld = 0;
    return value;
  };
  return { getTypeParser: () => parse };
}

/** Estimates the bytes of a value as JSON, without writing it. */
export function jsonSizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  if ('toJSON' in value && typeof value.toJSON === 'function') return jsonSizeOf(value.toJSON());
  let size = 2;
  if (Array.isArray(value)) for (const item of value) size += jsonSizeOf(item) + 1;
  else for (const name in value) size += name.length + 4 + jsonSizeOf(value[name as keyof typeof value]);
  return size;
}

export function answerTooLarge(most: number): OutturnError {
  return new OutturnError('Answer Too Large', {
    message: `The answer has more than ${Math.floor(most / 1024 ** 2)} MiB. Page with a smaller limit, or ask for fewer fields, groups or records in one request.`,
  });
}
