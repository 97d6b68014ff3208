/** Without it Excel reads UTF-8 in the system's code page. The importer strips it. */
export const BYTE_ORDER_MARK = '\uFEFF';

// Spreadsheets run cells that begin like a formula; a leading apostrophe makes them text. It also marks an empty text,
// and text that begins with apostrophes gets one more. The CSV export of the dashboard follows the same rule.

/** The inverse of `unprotect`. Negative numbers stay numbers. */
export function protect(text: string): string {
  return /^'*([=+\-@\t\r]|$)/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
}

export function unprotect(cell: string): string {
  return /^'+([=+\-@\t\r]|$)/.test(cell) ? cell.slice(1) : cell;
}
