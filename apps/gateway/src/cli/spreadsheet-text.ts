/** Excel needs it to detect UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

// A leading apostrophe keeps spreadsheets from running a cell as a formula, and marks an empty text. Spreadsheets skip blanks
// and invisible characters, and read full-width signs as plain ones. Those that split at ; or tab, not at commas, begin a cell
// there and after line breaks. The CSV export of the dashboard follows the same rules.

const formula = '[=+\\-@＝＋－＠]';
/** White space and invisible characters; a blank is one that ends no cell. */
const unseen = '[\\s\\p{Cc}\\p{Default_Ignorable_Code_Point}]';
const blank = `(?![\\t\\r\\n])${unseen}`;
const inside = `(?=(?:${blank}|["'])*${formula})`;
const beginsInside = new RegExp(`(?<=[;\\t\\r\\n])${inside}`, 'gu');
const markInside = new RegExp(`(?<=[;\\t\\r\\n])'${inside}`, 'gu');
const begins = new RegExp(`^'*(?:(?:${blank})*${formula}|${unseen}*[\\t\\r]|$)`, 'u');
const mark = new RegExp(`^'(?=(?:${blank})*${formula}|\\d[\\P{L}TZ]*$)`, 'u');

export function protect(text: string): string {
  const parts = text.replaceAll(beginsInside, "'");
  return begins.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${parts}` : parts;
}

/** The text of a cell that other programs mark as text, such as `="0012"` and `'-5`, but not `'90s`. */
export function unmarked(cell: string): string {
  return cell.replace(/^="(.*)"$/s, '$1').replace(mark, '');
}

export function unprotect(cell: string): string {
  const parts = cell.replaceAll(markInside, '');
  return cell.startsWith("'") && begins.test(cell) ? parts.slice(1) : parts;
}
