/** Records as CSV (RFC 4180), every field as the API sends it. */
export function toCsv(records: readonly object[]): string {
  const [first] = records;
  if (!first) return '';
  const fields = Object.keys(first);
  const lines = records.map((record) => fields.map((field) => cell(Reflect.get(record, field))));
  return [fields, ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return /[",\r\n]/.test(safe(text)) ? `"${safe(text).replaceAll('"', '""')}"` : safe(text);
}

/** Spreadsheets run a cell that begins like a formula; an apostrophe makes it text. Negative numbers stay numbers. */
function safe(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
}
