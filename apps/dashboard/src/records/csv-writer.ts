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
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return /[",\r\n]/.test(safe(text)) ? `"${safe(text).replaceAll('"', '""')}"` : safe(text);
}

/**
 * Spreadsheets run a cell that begins like a formula; an apostrophe makes it text. Negative numbers stay numbers. An empty
 * text has one as well, and what begins with apostrophes one more, so that `outturn import` can take them away again.
 */
function safe(text: string): string {
  return /^'*([=+\-@\t\r]|$)/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
}
