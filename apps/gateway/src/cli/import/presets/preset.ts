/** Cells by column, without empty ones. */
type Cells = Readonly<Record<string, unknown>>;

/** How the export of another program is read. */
export type Preset = {
  name: string;
  /** Columns by field. If there are several, the first that is filled in a row counts. */
  map: Readonly<Record<string, readonly string[]>>;
  set: Readonly<Record<string, string>>;
  /** Columns that the export always has beside those of `map`: one of each list must be there. */
  needs: readonly (readonly string[])[];
  /** Why a row is no record. Rows with the same reason are counted together. */
  leftOut(cells: Cells): string | undefined;
  /** Why a row cannot be recorded. */
  problem(cells: Cells): string | undefined;
  /** The column with what was paid back, which becomes a refund of the record. */
  refunded: string;
};
