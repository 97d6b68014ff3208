/**
 * A value together with its JSON text. Either may come first; the other is made when it is first asked for, and kept.
 *
 * Records are rendered to text once, when they are written or read. REST, and tRPC for mutations that record, send
 * this text as it is: a replay then equals the first answer byte for byte, and no object is built for it. Everything
 * else asks for the value.
 */
export class Rendered<T> {
  #text: string | undefined;
  #value: T | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** From a value, which must not change afterwards. */
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
    // The operation whose output type is T has rendered the text.
    this.#value ??= JSON.parse(this.text) as T;
    return this.#value;
  }
}

/**
 * A page of a list. `items` is rendered as a JSON array; `cursorAt` gives the cursor behind the item at an index,
 * which GraphQL shows for every item.
 */
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
