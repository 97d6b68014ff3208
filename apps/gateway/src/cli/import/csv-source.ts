import { pipeline, type Readable } from 'node:stream';
import { CsvError, type InfoRecord, parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import { BYTE_ORDER_MARK, protect, unmarked, unprotect } from '../spreadsheet-text.ts';
import { type Columns, ID, isRecordId, REASON } from './columns.ts';
import { type FileOptions, isMapping } from './file-options.ts';
import { readText } from './input/read-text.ts';
import { isRead, type Plan, planColumns, unreadOf } from './plan-columns.ts';
import { readRow, withJoined } from './read-row.ts';
import { ReportRows } from './report-rows.ts';
import {
  type LeftOut,
  MAX_CELL,
  MAX_COLUMNS,
  MAX_ROW,
  type RowSource,
  type SourceRow,
} from './row-source.ts';
import type { SampleRow } from './sample-rows.ts';
import { swallowedRow } from './swallowed-rows.ts';

/** Rows below the header by which wrong columns and options are noticed, and others proposed. */
const SAMPLE = 50;

/**
 * Opens a CSV file: reads the header and some rows, decides which column each field is read from, and returns the
 * rows as a stream. Throws if the columns are wrong, before anything is sent.
 */
export async function openCsv(
  input: Readable,
  columns: Columns,
  options: FileOptions = {},
): Promise<RowSource> {
  let titles = '';
  const records = readRecords(input, options, (lines) => {
    titles = lines.replace(BYTE_ORDER_MARK, '');
  });
  const first = await nextHeader(records);
  if (!first) {
    const what = options.skipLines
      ? `Below the ${options.skipLines} lines of --skip-lines, the file`
      : 'The file';
    throw new Error(`${what} is empty. Its first row must name the columns.`);
  }
  if (first.cells.length > MAX_COLUMNS)
    throw new Error(
      `The file has ${first.cells.length.toLocaleString('en')} columns, and at most ${MAX_COLUMNS} are read. Remove those that are not needed.`,
    );
  // Titles of spreadsheets often have line breaks or several spaces in them.
  const header = first.cells.map((name) => name.trim().replaceAll(/[^\S\t]+/g, ' '));
  // Where columns are mapped by name, a repeated one needs a name of its own. Without a mapping, `planColumns`
  // refuses repeated columns.
  const names = isMapping(options) ? distinct(header) : header;
  const sample = await take(records, SAMPLE);
  const rest = continued(sample, records);
  const plan = planColumns(columns, names, { options, rows: sample.rows, headerLine: first.line });
  const leftOut: LeftOut = {
    rows: new Map(),
    unnamed: header.filter((name) => name === '').length,
    columns: [...plan.columns.ignored, ...unreadOf(plan, names, sample.rows)].filter(
      (name) => ![...(options.preset?.needs.flat() ?? []), options.preset?.refunded].includes(name),
    ),
  };
  const isKept = header.map((name) => name !== REASON);
  const line = (cells: readonly string[], last: string) =>
    stringify([[...header.map((_, i) => cells[i] ?? '').filter((_, i) => isKept[i]), last]], {
      delimiter: options.delimiter ?? ',',
    });
  return {
    rows: toRows(rest, { header: first.cells, names, plan, leftOut }),
    leftOut,
    names,
    rejectedHeader: BYTE_ORDER_MARK + titles + line(header, REASON),
    rejectedLine: ({ original }, reason) => line(original, protect(reason)),
  };
}

/** The rows of the file, with the number of their last line. `onSkipped` gets the title lines above the header. */
async function* readRecords(
  input: Readable,
  options: FileOptions,
  onSkipped: (lines: string) => void,
): AsyncGenerator<SampleRow, undefined> {
  const parser = parse({
    bom: true,
    info: true,
    delimiter: options.delimiter ?? ',',
    // All three at once. csv-parse would otherwise take the ending of the first line for all, and leave others in the
    // cells.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // A quote that is not closed would read the rest of the file into one cell.
    max_record_size: MAX_ROW,
  });
  pipeline(
    input,
    (chunks) => readText(chunks, options, onSkipped),
    parser,
    () => undefined,
  );
  let line = options.skipLines ?? 0;
  const above = line;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: InfoRecord }>) {
      line = above + info.lines;
      yield { cells: record, line };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const isUnclosed = error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE';
    if (!isUnclosed) throw error;
    throw new Error(`The row after line ${line} has an unclosed quote or is larger than 1 MiB.`);
  }
}

/** The header: the first row that is neither blank nor the `sep=;` of Excel. */
async function nextHeader(records: AsyncGenerator<SampleRow, undefined>): Promise<SampleRow | undefined> {
  for (;;) {
    const { value } = await records.next();
    if (!value || !(isBlank(value.cells) || /^sep=/i.test(value.cells[0] ?? ''))) return value;
  }
}

type Taken = { rows: SampleRow[]; error: unknown };

/**
 * Reads the first rows. An error among them is kept for later: wrong columns are the more useful message, and may be
 * its cause, such as when the file begins with a title.
 */
async function take(records: AsyncGenerator<SampleRow, undefined>, count: number): Promise<Taken> {
  const rows: SampleRow[] = [];
  try {
    while (rows.length < count) {
      const { value } = await records.next();
      if (!value) break;
      rows.push(value);
    }
  } catch (error) {
    return { rows, error };
  }
  return { rows, error: undefined };
}

/** The rows that were read, then their error, then the others. */
async function* continued({ rows, error }: Taken, rest: AsyncIterable<SampleRow>) {
  yield* rows;
  if (error !== undefined) throw error;
  yield* rest;
}

type RowsOptions = { header: readonly string[]; names: readonly string[]; plan: Plan; leftOut: LeftOut };

async function* toRows(
  records: AsyncIterable<SampleRow>,
  { header, names, plan, leftOut }: RowsOptions,
): AsyncGenerator<SourceRow> {
  const reports = new ReportRows(plan, header);
  for await (const { cells, line } of records) {
    const { row, isExported } = toRow(cells, names, plan);
    const wrong =
      wrongSize(cells) ??
      wrongCount(cells, names) ??
      (isExported ? undefined : swallowedRow(cells, names, plan));
    const reason = isBlank(cells) ? 'empty' : reasonOf();
    if (reason !== undefined) {
      leftOut.rows.set(reason, (leftOut.rows.get(reason) ?? 0) + 1);
      continue;
    }
    const problem = wrong ?? plan.preset?.problem(row);
    const read = problem === undefined ? readRow(row, plan) : { problem };
    yield { original: cells, line, ...read };

    function reasonOf(): string | undefined {
      // A row whose cells are out of place is reported as wrong: its status is not that of a payment.
      if (plan.preset) return wrong === undefined ? plan.preset.leftOut(row) : undefined;
      return isExported ? undefined : reports.reasonOf(row, cells);
    }
  }
}

/**
 * The cells that are filled, by column. Texts of an exported file are kept to the letter, so that a record comes back
 * as it was; others are trimmed.
 */
function toRow(cells: readonly string[], names: readonly string[], plan: Plan) {
  const { ignored } = plan.columns;
  const isExported = isRead(plan, ID) && isRecordId(cells[names.indexOf(ID)]);
  const row: Record<string, string> = {};
  names.forEach((name, i) => {
    const cell = cells[i] ?? '';
    const text = isExported ? cell && unprotect(cell) : unmarked(cell.trim());
    if (name !== '' && !ignored.has(name) && (text !== '' || (isExported && cell !== ''))) row[name] = text;
  });
  return { row: withJoined(row, plan), isExported };
}

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

function wrongSize(cells: readonly string[]): string | undefined {
  const isLong = cells.some((cell) => cell.length > MAX_CELL);
  return isLong ? `a cell has more than ${MAX_CELL.toLocaleString('en')} characters` : undefined;
}

/** Extra cells that are shown. */
const EXTRA = 5;

/**
 * Why a row does not have the cells of the header. Empty ones at the end do not count, with which Excel fills rows
 * up; cells below columns without a name, at the end, are extra.
 */
function wrongCount(cells: readonly string[], names: readonly string[]): string | undefined {
  const width = names.findLastIndex((name) => name !== '') + 1;
  const extra = cells.slice(width).filter((cell) => cell.trim() !== '');
  if (cells.length >= width && extra.length === 0) return undefined;
  const count = Math.min(cells.length, width) + extra.length;
  const shown = extra.slice(0, EXTRA).map((cell) => JSON.stringify(cell));
  const leftOver = extra.length
    ? `; extra cells: ${[...shown, ...(extra.length > EXTRA ? ['…'] : [])].join(', ')}`
    : '';
  return `the row has ${count} cells and the header ${width}${leftOver}`;
}

/** Repeated names get a number: `Amount#1`, `Amount#2`. */
function distinct(header: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return header.map((name) => {
    if (name === '' || header.indexOf(name) === header.lastIndexOf(name)) return name;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return `${name}#${count}`;
  });
}
