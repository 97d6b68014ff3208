/** Resources, scopes and items of one request. Each may be two bytes, and becomes an object. */
const MAX_PARTS = 100_000;

/** Attributes of one resource, span or record. */
export const MAX_ATTRIBUTES = 1_000;
/** Characters, or bytes, of a value. Longer ones are prompts or answers. */
export const MAX_VALUE = 64 * 1024;
/** Of the name of an attribute or of a scope. */
export const MAX_NAME = 1_000;
/** Of the body of a log record, which is the name of its event or a text. */
export const MAX_BODY = 100;

/** A request with more than a gateway takes at once. */
export class TooManyParts extends Error {
  override readonly name = 'TooManyParts';
}

/** Counts the parts of a request. Throws {@link TooManyParts}. */
export class PartCounter {
  #parts = 0;

  add(more = 1): void {
    this.#parts += more;
    if (this.#parts > MAX_PARTS)
      throw new TooManyParts(
        `The request has more than ${MAX_PARTS.toLocaleString('en')} resources, scopes, spans and records. Send fewer at a time.`,
      );
  }
}
