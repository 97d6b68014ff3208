/** Excel needs it to detect UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

// A leading apostrophe keeps spreadsheets from running a cell as a formula, and marks an empty text. The CSV export of the
// dashboard follows the same rule.

export function protect(text: string): string {
  return /^'*([=+\-@\t\r]|$)/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
}

export function unprotect(cell: string): string {
  return /^'+([=+\-@\t\r]|$)/.test(cell) ? cell.slice(1) : cell;
}
