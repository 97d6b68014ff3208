/** Cells by column, without empty ones. */
type Cells = Readonly<Record<string, unknown>>;

/** Reads an export of another program. */
export type Preset = {
  name: string;
  /** Columns by field; the first one that is filled counts. */
  map: Readonly<Record<string, readonly string[]>>;
  set: Readonly<Record<string, string>>;
  /** Also needed, one of each list. */
  needs: readonly (readonly string[])[];
  /** Why a row is no record; rows with the same reason are counted together. */
  leftOut(cells: Cells): string | undefined;
  /** Why a row cannot be recorded. */
  problem(cells: Cells): string | undefined;
  /** Column with what was paid back. */
  refunded: string;
};
