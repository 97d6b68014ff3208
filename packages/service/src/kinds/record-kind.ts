import type { Derivation } from './derivation.ts';

/** Its values are written and read as text. */
export type RecordColumn = {
  name: string;
  type: 'text' | 'numeric' | 'uuid' | 'timestamptz' | 'json' | 'bigint' | 'boolean';
  isNullable: boolean;
};

/** Input fields are `<field>Key` and `<field>Id`. */
export type RecordDimension = {
  /** Begins the names of columns: `goal_type` for `goal_type_id`. */
  stem: string;
  field: string;
  /** Rows are created on first use. */
  table: string;
  column: string;
  /**
   * Dimensions that the row takes from its records: a session takes its agent and its customer from the earliest record
   * that names one. The tables of remembered dimensions are locked before this one's.
   */
  remembers?: readonly RecordDimension[];
  /** Whether its members can be deleted, and so have `deleted_at`. */
  isDeletable?: true;
  /** Set if rollups keep one sum for each member of this dimension. */
  cut?: 'agent' | 'customer' | undefined;
};

/** The table of the versions of a table of records that count no longer. */
export const pastOf = (table: string) => `${table}_past`;

export type RecordKind = {
  /** Group of operations, from which `slug` and `table` follow: `goalTypes`. */
  name: string;
  /** In REST paths and scopes: `goal-types`. */
  slug: string;
  /** `goal_types` */
  table: string;
  /**
   * Numbers that stand for this kind in `rollups`, `rollup_deltas` and `commits`, and therefore never change. `rollups` and
   * `rollup_deltas` have refunds under a number of their own (see {@link Refunds}), and all other records under the first.
   * Readers take all of them.
   */
  facts: readonly [number, ...number[]];
  columns: readonly RecordColumn[];
  columnNames: Readonly<Record<string, string>>;
  dimensions: readonly RecordDimension[];
  /** Such as `recorded_at` and `recordedAt`. */
  time: { column: string; field: string };
  /** In USD. Absent for kinds without amounts. */
  amount?: { column: string; isNullable: boolean } | undefined;
  filters: Readonly<Record<string, string>>;
  references: Readonly<Record<string, string>>;
  /** The id within the `key` that a record without a natural key shows; undefined for any other text. */
  idOfShownKey?: ((key: string) => string | undefined) | undefined;
  generates?: Generates | undefined;
  refunds?: Refunds | undefined;
  derivation?: Derivation | undefined;
  /** See {@link pastOf}. */
  past: string;
  /** Takes validated input, and what {@link Derivation} makes of it. */
  toRecord(input: object, derived?: object): NewRecord;
  /** The input that would record this row, with keys for dimensions and without the natural key; derived fields included. */
  toInput(row: RecordRow): Record<string, unknown>;
  /** Returns the input as the schema gives it. Throws `Invalid Request`. */
  check(input: object): object;
  render(row: RecordRow): string;
};

/** Generates a record with each one whose dimension has a value. */
export type Generates = {
  kind: RecordKind;
  /** Its column `value` becomes the amount. */
  valued: RecordDimension;
  /** Generated properties by recorded ones. */
  properties: Readonly<Record<string, string>>;
};

/** Refunds of records are records of the same kind, with a negative amount. */
export type Refunds = {
  /** Their number in `rollups` and `rollup_deltas`, so that sums tell them from what they pay back. */
  fact: number;
  /** The column that names the original of a refund; null in all others. */
  of: string;
  /** The column of an original with the sum of its active refunds, above zero; null if there are none. No answer shows it. */
  balance: string;
  /** Fields of its own, which can be amended. */
  own: readonly string[];
  /** Fields that it takes from its original, beside the dimensions. All others are empty. */
  copied: readonly string[];
};

/** In the order of the kind's `columns` and `dimensions`. */
export type RecordRow = {
  id: string;
  createdAt: string;
  /** Absent: 1, of a record that nobody has corrected. */
  version?: number | undefined;
  /** The time of its last correction. */
  changedAt?: string | undefined;
  isVoided?: boolean | undefined;
  values: readonly (string | null)[];
  dimensions: readonly (DimensionRow | null)[];
};

export type DimensionRow = {
  id: string;
  key: string;
  /** By remembered table: earliest known record that names one, as text that sorts by time and id. */
  earliest?: Readonly<Record<string, string>> | undefined;
};

/** Keys are created on first use; ids must exist. */
export type RecordDimensionRef = { key: string } | { id: string; field: string } | null;

export type NewRecord = {
  values: readonly (string | null)[];
  dimensions: readonly RecordDimensionRef[];
  /** Unique per developer and kind; repeats replay the record. */
  naturalKey?: string | undefined;
  references?: readonly { table: string; id: string; field: string }[];
};
