/** In milliseconds. */
const WINDOW = 60_000;
/** Lines of one key in a window; one more has the count of the others. */
const LINES_PER_KEY = 3;
/** Keys of a window; what has others is counted together. */
const MOST_KEYS = 1_000;

type Options<T> = {
  /** Events of one key share a budget. */
  keyOf(event: T): string;
  /** What the events of a key have in common. */
  summaryOf(event: T): T;
  /** An event as one of all those that came when there were too many keys. */
  overflowOf(event: T): T;
  /** `count`: of how many events a summary tells. */
  write(event: T, count?: number): void;
};

type Key<T> = { first: T; lines: number; held: number };

/** Writes the first events of each key, and at the end of the minute how many more there were: a flood fills no disk. */
export class LineBudget<T> {
  readonly #options: Options<T>;
  readonly #keys = new Map<string, Key<T>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Options<T>) {
    this.#options = options;
  }

  add(event: T): void {
    const { keyOf, overflowOf, write } = this.#options;
    const known = this.#keys.get(keyOf(event));
    const isRoom = known !== undefined || this.#keys.size < MOST_KEYS;
    const shown = isRoom ? event : overflowOf(event);
    const key = known ?? this.#keyOf(shown);
    if (isRoom && key.lines < LINES_PER_KEY) {
      key.lines += 1;
      write(event);
    } else key.held += 1;
    this.#timer ??= setTimeout(() => this.flush(), WINDOW).unref();
  }

  /** Ends the window, and writes what it held back. */
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
