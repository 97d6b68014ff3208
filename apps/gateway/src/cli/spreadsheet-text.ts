/** Excel needs it to detect UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

// A leading apostrophe keeps spreadsheets from running a cell as a formula, and marks an empty text. Spreadsheets that split at
// ; or tab, not at commas, begin a cell there and after line breaks. The CSV export of the dashboard follows the same rules.

export function protect(text: string): string {
  const parts = text.replaceAll(/(?<=[;\t\r\n])(?=[ "']*[=+\-@])/g, "'");
  return /^'*([=+\-@\t\r]|$)/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${parts}` : parts;
}

/** The text of a cell that other programs mark as text, such as `="0012"` and `'-5`, but not `'90s`. */
export function unmarked(cell: string): string {
  return cell.replace(/^="(.*)"$/s, '$1').replace(/^'(?=[=+\-@]|\d[\P{L}TZ]*$)/u, '');
}

export function unprotect(cell: string): string {
  const parts = cell.replaceAll(/(?<=[;\t\r\n])'(?=[ "']*[=+\-@])/g, '');
  return /^'+([=+\-@\t\r]|$)/.test(cell) ? parts.slice(1) : parts;
}
