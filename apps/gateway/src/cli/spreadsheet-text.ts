/**
 * What files of CSV begin with: without it Excel takes UTF-8 for the code page of the system, and garbles what is not ASCII.
 * The importer takes it away.
 */
export const BYTE_ORDER_MARK = '\uFEFF';

// Spreadsheets run a cell that begins like a formula. An apostrophe before it makes it text, and no text at all a cell that
// is not absent. Cells that begin with apostrophes themselves get one more where they could be taken for that. The CSV
// that the dashboard saves does the same.

/** A text as a cell of CSV that is read back as it was. Negative numbers stay numbers. */
export function protect(text: string): string {
  return /^'*([=+\-@\t\r]|$)/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
}

export function unprotect(cell: string): string {
  return /^'+([=+\-@\t\r]|$)/.test(cell) ? cell.slice(1) : cell;
}
