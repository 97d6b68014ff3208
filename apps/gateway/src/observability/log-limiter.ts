/** In milliseconds. */
const WINDOW = 60_000;
const LINES_PER_KEY = 3;
/** Further keys are counted together. */
const MAX_KEYS = 1_000;

type Options<T> = {
  /** Per key and window; further events appear as a count. */
  linesPerKey?: number;
  keyOf(event: T): string;
  /** Fields shared by a key. */
  summaryOf(event: T): T;
  /** Fields shared by events beyond the limit of keys. */
  overflowOf(event: T): T;
  write(event: T, count?: number): void;
};

type Key<T> = { first: T; lines: number; held: number };

/** Writes the count of suppressed lines at the end of the minute. */
export class LogLimiter<T> {
  readonly #options: Options<T>;
  readonly #keys = new Map<string, Key<T>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Options<T>) {
    this.#options = options;
  }

  add(event: T): void {
    const { keyOf, overflowOf, write, linesPerKey = LINES_PER_KEY } = this.#options;
    const known = this.#keys.get(keyOf(event));
    const hasSlot = known !== undefined || this.#keys.size < MAX_KEYS;
    const shown = hasSlot ? event : overflowOf(event);
    const key = known ?? this.#keyOf(shown);
    if (hasSlot && key.lines < linesPerKey) {
      key.lines += 1;
      write(event);
    } else key.held += 1;
    this.#timer ??= setTimeout(() => this.flush(), WINDOW).unref();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { summaryOf, write } = this.#options;
    for (const { first, held } of this.#keys.values()) if (held > 0) write(summaryOf(first), held);
    this.#keys.clear();
  }

  #keyOf(event: T): Key<T> {
    const name = this.#options.keyOf(event);
    const key = this.#keys.get(name) ?? { first: event, lines: 0, held: 0 };
    this.#keys.set(name, key);
    return key;
  }
}
