import { pipeline, type Readable } from 'node:stream';
import { CsvError, type InfoRecord, parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import { BYTE_ORDER_MARK, unmarked, unprotect } from '../spreadsheet-text.ts';
import { type Columns, ID, isRecordId, REASON } from './columns.ts';
import { type FileOptions, isMapping } from './file-options.ts';
import { readText } from './input/read-text.ts';
import { isRead, type Plan, planColumns, unreadOf } from './plan-columns.ts';
import { readRows, withJoined } from './read-row.ts';
import { ReportRows } from './report-rows.ts';
import { type LeftOut, MAX_ROW, type RowSource, type SourceRow } from './row-source.ts';
import type { SampleRow } from './sample-rows.ts';
import { swallowedRow } from './swallowed-rows.ts';

/** Rows that a proposal for wrong columns looks at. */
const SAMPLE = 50;

/** Throws if the header has wrong columns. */
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
  const header = first.cells.map((name) => name.trim().replaceAll(/[^\S\t]+/g, ' '));
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
    rejectedLine: ({ original }, reason) => line(original, reason),
  };
}

async function* readRecords(
  input: Readable,
  options: FileOptions,
  onSkipped: (lines: string) => void,
): AsyncGenerator<SampleRow, undefined> {
  const parser = parse({
    bom: true,
    info: true,
    delimiter: options.delimiter ?? ',',
    // Guessing from the first line would put other line endings into cells.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // An unclosed quote would otherwise read the rest of the file into memory.
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

/** Rows of separators alone, and Excel's `sep=;`, stand above some headers. */
async function nextHeader(records: AsyncGenerator<SampleRow, undefined>): Promise<SampleRow | undefined> {
  for (;;) {
    const { value } = await records.next();
    if (!value || !(isBlank(value.cells) || /^sep=/i.test(value.cells[0] ?? ''))) return value;
  }
}

type Taken = { rows: SampleRow[]; error: unknown };

/** Wrong columns, such as those of a title, are told before an error of the rows. */
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
    const wrong = wrongCount(cells, names) ?? (isExported ? undefined : swallowedRow(cells, names, plan));
    const reason = isBlank(cells) ? 'empty' : reasonOf();
    if (reason !== undefined) {
      leftOut.rows.set(reason, (leftOut.rows.get(reason) ?? 0) + 1);
      continue;
    }
    const problem = wrong ?? plan.preset?.problem(row);
    const read = problem === undefined ? readRows(row, plan) : [{ problem }];
    for (const one of read) yield { original: cells, line, ...one };

    function reasonOf(): string | undefined {
      // Cells that are out of place say nothing of a payment.
      if (plan.preset) return wrong === undefined ? plan.preset.leftOut(row) : undefined;
      return isExported ? undefined : reports.reasonOf(row, cells);
    }
  }
}

/** Filled cells by column. Exported texts are kept to the letter, others are trimmed. */
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

/** Excel fills rows up with empty cells, and cells below no name at their end are extra. */
function wrongCount(cells: readonly string[], names: readonly string[]): string | undefined {
  const width = names.findLastIndex((name) => name !== '') + 1;
  const extra = cells.slice(width).filter((cell) => cell.trim() !== '');
  if (cells.length >= width && extra.length === 0) return undefined;
  const count = Math.min(cells.length, width) + extra.length;
  const leftOver = extra.length
    ? `; extra cells: ${extra.map((cell) => JSON.stringify(cell)).join(', ')}`
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
