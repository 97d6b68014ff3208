import { pipeline, type Readable } from 'node:stream';
import { CsvError, type InfoRecord, parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import { BYTE_ORDER_MARK, unprotect } from '../spreadsheet-text.ts';
import { checkUtf8 } from './check-utf8.ts';
import { type Columns, checkColumns, ID, REASON } from './columns.ts';
import { parseJson } from './json-value.ts';
import { readRow } from './read-row.ts';
import { MAX_ROW, type RowSource, type SourceRow } from './row-source.ts';

type ParsedRecord = { record: string[]; info: InfoRecord };

/** Throws if the header has wrong columns. */
export async function openCsv(input: Readable, columns: Columns): Promise<RowSource> {
  const records = readRecords(input);
  const first = await records.next();
  if (first.done) throw new Error('The file is empty. Its first row must name the columns.');
  const header = first.value.record.map((name) => name.trim());
  checkColumns(columns, header);
  const isKept = header.map((name) => name !== REASON);
  const line = (cells: readonly string[], last: string) =>
    stringify([[...header.map((_, i) => cells[i] ?? '').filter((_, i) => isKept[i]), last]]);
  return {
    rows: readRows(records, header, columns),
    rejectedHeader: BYTE_ORDER_MARK + line(header, REASON),
    rejectedLine: ({ original }, reason) => line(original, reason),
  };
}

async function* readRecords(input: Readable): AsyncGenerator<ParsedRecord> {
  const parser = parse({
    bom: true,
    info: true,
    // Guessing from the first line would put other line endings into cells.
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    relax_quotes: true,
    // Spreadsheets write empty rows as commas.
    skip_records_with_empty_values: true,
    skip_empty_lines: true,
    // An unclosed quote would otherwise read the rest of the file into memory.
    max_record_size: MAX_ROW,
  });
  pipeline(input, checkUtf8, parser, () => undefined);
  let lines = 0;
  try {
    for await (const parsed of parser as AsyncIterable<ParsedRecord>) {
      lines = parsed.info.lines;
      yield parsed;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const isUnclosed = error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE';
    if (!isUnclosed) throw error;
    throw new Error(`The row after line ${lines} has an unclosed quote or is larger than 1 MiB.`);
  }
}

async function* readRows(
  records: AsyncIterable<ParsedRecord>,
  header: readonly string[],
  columns: Columns,
): AsyncGenerator<SourceRow> {
  for await (const { record, info } of records) {
    const base = { original: record, end: info.bytes };
    if (record.length === header.length)
      yield { ...base, ...readRow(toFields(record, header, columns), columns) };
    else yield { ...base, problem: wrongCount(record, header) };
  }
}

function toFields(cells: readonly string[], header: readonly string[], { known, ignored }: Columns) {
  const fields: Record<string, unknown> = {};
  const isExported = !ignored.has(ID) && Boolean(cells[header.indexOf(ID)]);
  header.forEach((name, i) => {
    if (!cells[i]) return;
    const cell = isExported ? unprotect(cells[i]) : cells[i];
    fields[name] = known.get(name)?.isText === false ? readJsonCell(cell) : cell;
  });
  return fields;
}

/** Passes invalid JSON to the API, whose error describes the expected value. */
function readJsonCell(cell: string): unknown {
  try {
    return parseJson(cell);
  } catch {
    return cell;
  }
}

function wrongCount(cells: readonly string[], { length }: readonly string[]): string {
  const extra = cells.slice(length).map((cell) => JSON.stringify(cell));
  const leftOver = extra.length ? `; extra cells: ${extra.join(', ')}` : '';
  return `the row has ${cells.length} cells and the header ${length}${leftOver}`;
}
