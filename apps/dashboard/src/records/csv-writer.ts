/**
 * Writes records as one file of CSV (RFC 4180), page by page: returns the lines of each page, those of the first
 * below the names of the fields. Every field is as the API sends it. The file begins with a byte order mark, because
 * Excel would otherwise read UTF-8 as the code page of the system.
 */
export function csvWriter(): (records: readonly object[]) => string {
  let fields: string[] | undefined;
  return (records) => {
    const [first] = records;
    if (!first) return '';
    const mark = fields ? '' : '\uFEFF';
    const names = fields ?? Object.keys(first);
    const lines = records.map((record) => names.map((name) => cell(Reflect.get(record, name))));
    if (!fields) lines.unshift(names);
    fields = names;
    return mark + lines.map((line) => `${line.join(',')}\r\n`).join('');
  };
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = guard(typeof value === 'object' ? JSON.stringify(value) : String(value));
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const formula = '[=+\\-@＝＋－＠]';
/** White space and invisible characters; a blank is one that ends no cell. */
const unseen = '[\\s\\p{Cc}\\p{Default_Ignorable_Code_Point}]';
const blank = `(?![\\t\\r\\n])${unseen}`;
const beginsInside = new RegExp(`(?<=[;\\t\\r\\n])(?=(?:${blank}|["'])*${formula})`, 'gu');
const begins = new RegExp(`^'*(?:(?:${blank})*${formula}|${unseen}*[\\t\\r]|$)`, 'u');

/**
 * Keeps a spreadsheet from running a cell as a formula: a text that begins like one gets an apostrophe in front,
 * which makes it text. Spreadsheets skip blanks and invisible characters, and read full-width signs as plain ones.
 * Negative numbers stay numbers. `outturn import` takes the apostrophe away again; so that it can tell, empty texts and
 * texts that begin with an apostrophe get one, too.
 *
 * Spreadsheets that split lines at semicolons or tabs instead of commas see a new cell behind each of these and
 * behind line breaks, so the same holds there.
 */
function guard(text: string): string {
  const parts = text.replaceAll(beginsInside, "'");
  return begins.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${parts}` : parts;
}
