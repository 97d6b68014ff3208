/** The tables whose rows are created on first use, when a record names a key that is not known yet. */
export type DimensionTable = 'agents' | 'customers' | 'sessions' | 'goal_types' | 'tools';

/** The tables of recorded facts. */
export type RecordTable = 'revenues' | 'outcomes' | 'goals' | 'events';

/** A column of a record, written from text and read as text. */
export type LedgerColumn = {
  name: string;
  type: 'text' | 'numeric' | 'uuid' | 'timestamptz' | 'json' | 'bigint';
};

/** A dimension of a record: stored as `column`, called `<field>Key` and `<field>Id` by callers. */
export type LedgerDimension = {
  name: string;
  field: string;
  table: DimensionTable;
  column: string;
  /** Answers do not show the key, so that reads need not look it up. */
  isKeyHidden?: true;
};

/** One kind of fact: its table, what its rows hold, and how a row becomes the JSON that callers see. */
export type LedgerKind = {
  table: RecordTable;
  columns: readonly LedgerColumn[];
  dimensions: readonly LedgerDimension[];
  /** When the fact counts: `recorded_at`, shown as `recordedAt`, filtered by `recordedFrom` and `recordedTo`. */
  time: { column: string; field: string };
  /** Columns that lists can be filtered by, by the name of the filter. */
  filters: Readonly<Record<string, string>>;
  /** The id that a natural key was generated from, where records that were given none show such a key. */
  idOfGeneratedKey?: (key: string) => string | undefined;
  /**
   * The dimension whose value, when it has one, generates a valuable outcome with each record, and what the columns of
   * that outcome are in terms of the record `r`.
   */
  generates?: { table: DimensionTable; column: string; columns: Readonly<Record<string, string>> };
  render(row: RecordRow): string;
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
  references?: readonly { table: RecordTable; id: string; field: string }[];
};
