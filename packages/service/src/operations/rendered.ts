/**
 * A value and its JSON text, each made on first use. Records are rendered once, so a replay equals the original byte
 * for byte.
 */
export class Rendered<T> {
  #text: string | undefined;
  #value: T | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The value must not change afterwards. */
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
    // The mapper of the operation rendered a T.
    this.#value ??= JSON.parse(this.text) as T;
    return this.#value;
  }
}

/** `items` is a JSON array. */
export class RenderedPage<T> {
  readonly items: Rendered<T[]>;
  readonly nextCursor: string | null;
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
