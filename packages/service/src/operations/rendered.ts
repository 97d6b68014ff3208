/**
 * A result that is already JSON text. Records are rendered once, straight from the columns of a row; REST passes the
 * text through, the other surfaces parse it. So a replay is the same to the byte as the original.
 */
export class Rendered<T> {
  readonly text: string;
  #value: T | undefined;

  constructor(text: string) {
    this.text = text;
  }

  static of<T>(value: T): Rendered<T> {
    const rendered = new Rendered<T>(JSON.stringify(value));
    rendered.#value = value;
    return rendered;
  }

  get value(): T {
    // The text was rendered from a T: by `of`, or by the mapper of the vertical that declares T as its output.
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
