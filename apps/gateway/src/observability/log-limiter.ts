/** In milliseconds. */
const WINDOW = 60_000;
/** Lines per key and window, before one with the count of the others. */
const LINES_PER_KEY = 3;
/** Keys per window; events of further keys are counted together. */
const MOST_KEYS = 1_000;

type Options<T> = {
  /** Lines per key and window. */
  linesPerKey?: number;
  keyOf(event: T): string;
  /** The fields that all events of a key share. */
  summaryOf(event: T): T;
  /** The fields that all events beyond the limit of keys share. */
  overflowOf(event: T): T;
  /** `count`: number of events in a summary. */
  write(event: T, count?: number): void;
};

type Key<T> = { first: T; lines: number; held: number };

/** Limits log lines per key and minute, and writes the count of the others at its end. */
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
    const isRoom = known !== undefined || this.#keys.size < MOST_KEYS;
    const shown = isRoom ? event : overflowOf(event);
    const key = known ?? this.#keyOf(shown);
    if (isRoom && key.lines < linesPerKey) {
      key.lines += 1;
      write(event);
    } else key.held += 1;
    this.#timer ??= setTimeout(() => this.flush(), WINDOW).unref();
  }

  /** Ends the window and writes its summaries. */
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
