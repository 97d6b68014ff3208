/** A call of a model, as far as its price depends on it. */
export type ModelCall = {
  readonly provider: string | undefined;
  readonly model: string;
  readonly serviceTier: string | undefined;
  /** ISO 8601 in UTC. */
  readonly at: string;
};

/** `input` includes what was read from the cache and written to it, `output` includes reasoning. */
export type Usage = {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** Of the writes, those for an hour. */
  readonly cacheWrite1h: number;
  readonly reasoning: number;
};

/** The prices of a developer, as they are at one moment. */
export type Prices = {
  /** Whether the developer wants costs to be computed. */
  readonly computesCosts: boolean;
  /** In USD; undefined without a price. */
  costOf(call: ModelCall, usage: Usage): string | undefined;
};

/** Where the prices of developers are kept. */
export type PriceSource = {
  /** Asynchronous only when they must be read. */
  of(developerId: string): Prices | Promise<Prices>;
};

/**
 * Fields of a kind that are computed from what was sent, between validation and `toRecord`. They are columns that callers
 * cannot send, and fields that they may leave out. Fingerprints are those of what was sent, so a retry answers what was computed
 * at first.
 */
export type Derivation = {
  /** The columns that callers cannot send. */
  readonly fields: readonly string[];
  /** The fields that callers may send, of which a derived value takes the place. */
  readonly replaces: readonly string[];
  /** Whether {@link derive} depends on prices. */
  needsPrices(input: object): boolean;
  /** Returns the derived fields and the replaced ones of validated input. */
  derive(input: object, prices: Prices | undefined): object;
  /**
   * Returns the input that an amendment makes of a record, with the derived fields. `before` is the record, derived fields
   * included; `changes` is what the amendment names.
   */
  amend(amendment: Amendment, prices: Prices): object;
};

export type Amendment = {
  readonly before: Readonly<Record<string, unknown>>;
  readonly changes: Readonly<Record<string, unknown>>;
  /** Returns the input as the schema gives it. Throws `Invalid Request`. */
  check(input: object): object;
};
