/**
 * A result as a value and as JSON text; what it was not made of is made when it is first read. Records are rendered once,
 * straight from the columns of a row; REST passes the text through, the other surfaces parse it. So a replay is the same
 * to the byte as the original.
 */
export class Rendered<T> {
  #text: string | undefined;
  #value: T | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Of a value that does not change any more. */
  static of<T>(value: T): Rendered<T> {
    const rendered = new Rendered<T>('');
    rendered.#text = undefined;
    rendered.#value = value;
    return rendered;
  }

  get text(): string {
    this.#text ??= JSON.stringify(this.#value);
    return this.#text;
  }

  get value(): T {
    // The text was rendered from a T, by the mapper of the vertical that declares T as its output.
    this.#value ??= JSON.parse(this.text) as T;
    return this.#value;
  }
}

/** One page of a list: the items as a JSON array, and where the next page starts. */
export class RenderedPage<T> {
  readonly items: Rendered<T[]>;
  readonly nextCursor: string | null;
  /** The cursor of a place inside the page. */
  readonly cursorAt: (index: number) => string;

  constructor(page: {
    items: Rendered<T[]>;
    hasMore: boolean;
    length: number;
    cursorAt: (index: number) => string;
  }) {
    this.items = page.items;
    this.cursorAt = page.cursorAt;
    this.nextCursor = page.hasMore ? page.cursorAt(page.length - 1) : null;
  }

  get text(): string {
    return `{"items":${this.items.text},"nextCursor":${JSON.stringify(this.nextCursor)}}`;
  }

  get value(): { items: T[]; nextCursor: string | null } {
    return { items: this.items.value, nextCursor: this.nextCursor };
  }
}
