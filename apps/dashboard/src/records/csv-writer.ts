/**
 * Writes pages of records as one file of CSV (RFC 4180), every field as the API sends it: returns the lines of each page,
 * those of the first below the names of the fields. It begins with a byte order mark, without which Excel takes UTF-8 for the
 * code page of the system.
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

/**
 * Spreadsheets run a cell that begins like a formula; an apostrophe makes it text. Negative numbers stay numbers. An empty
 * text has one as well, and what begins with apostrophes one more, so that `outturn import` can take them away again.
 * Spreadsheets that split at ; or tab, not at commas, begin a cell there and after line breaks.
 */
function guard(text: string): string {
  const parts = text.replaceAll(/(?<=[;\t\r\n])(?=[ "']*[=+\-@])/g, "'");
  return /^'*([=+\-@\t\r]|$)/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${parts}` : parts;
}
