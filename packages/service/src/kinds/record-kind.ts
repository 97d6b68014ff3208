/** A column of a record, written from text and read as text. */
export type LedgerColumn = {
  name: string;
  type: 'text' | 'numeric' | 'uuid' | 'timestamptz' | 'json' | 'bigint';
};

/** A dimension of a record: stored as `column`, called `<field>Key` and `<field>Id` by callers. */
export type LedgerDimension = {
  name: string;
  field: string;
  /** The table whose rows are created on first use, when a record names a key that is not known yet. */
  table: string;
  column: string;
  /** Answers do not show the key, so that reads need not look it up. */
  isKeyHidden?: true;
  /** The dimensions of the record that named it first, which its own row keeps: their tables are locked before it. */
  remembers?: readonly LedgerDimension[];
};

/** A table of recorded facts: what its rows hold, what they count for, and how a row becomes the JSON that callers see. */
export type LedgerKind = {
  /** The group of its operations: `revenues`. */
  name: string;
  table: string;
  /** Codes of its facts in rollups, notes and commits. The first is that of recorded rows. Stored: a code never changes. */
  facts: readonly [number, ...number[]];
  columns: readonly LedgerColumn[];
  /** The column of each property of its entity. */
  columnNames: Readonly<Record<string, string>>;
  dimensions: readonly LedgerDimension[];
  /** When the fact counts: `recorded_at`, shown as `recordedAt`, filtered by `recordedFrom` and `recordedTo`. */
  time: { column: string; field: string };
  /** The column that is summed, in USD; absent for a kind that is only counted. */
  amount?: { column: string; isNullable: boolean } | undefined;
  /** Columns that lists can be filtered by, by the name of the filter. */
  filters: Readonly<Record<string, string>>;
  /** The tables of records that columns name by id. */
  references: Readonly<Record<string, string>>;
  /** The id that a natural key was generated from, where records that were given none show such a key. */
  idOfGeneratedKey?: ((key: string) => string | undefined) | undefined;
  generates?: Generates | undefined;
  /** One fact on its way in, out of the valid input of the kind. */
  toRecord(input: object): LedgerRecord;
  render(row: RecordRow): string;
};

/** A record of another kind that is generated with each record whose goal type, tool or other dimension has a value. */
export type Generates = {
  kind: LedgerKind;
  /** The dimension whose rows have the column `value`, which becomes the amount of the generated record. */
  valued: LedgerDimension;
  /** Further properties of the generated record by those of the record; both have the same owners. */
  properties: Readonly<Record<string, string>>;
};

/** A row on its way out: values in the order of `columns`, dimensions in the order of `dimensions`. */
export type RecordRow = {
  id: string;
  /** UTC with milliseconds. */
  createdAt: string;
  values: readonly (string | null)[];
  dimensions: readonly (DimensionRow | null)[];
};

export type DimensionRow = { id: string; key: string };

/** An agent, customer or other member of a dimension, as a caller names it: by key (created on first use) or by id (must exist). */
export type MemberRef = { key: string } | { id: string; field: string } | null;

/** One fact on its way in. */
export type LedgerRecord = {
  values: readonly (string | null)[];
  dimensions: readonly MemberRef[];
  /** The record's own key, unique per developer and kind; sending it again replays the record. */
  naturalKey?: string | undefined;
  /** Ids of other records that must exist. */
  references?: readonly { table: string; id: string; field: string }[];
};
