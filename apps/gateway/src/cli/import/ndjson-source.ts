import type { Readable } from 'node:stream';
import { type Columns, REASON } from './columns.ts';
import type { FileOptions } from './file-options.ts';
import { readText } from './input/read-text.ts';
import { isObject, numberTexts, parseJson } from './json-value.ts';
import { type Plan, planColumns, unknownOf } from './plan-columns.ts';
import { columnOf, type Row, readRow, withJoined } from './read-row.ts';
import { MAX_COLUMNS, MAX_ROW, type ReadRow, type RowSource, type SourceRow } from './row-source.ts';
import { partsOf } from './sample-rows.ts';

/**
 * Opens a file with one JSON object per line. Throws if the first row has unknown fields, before anything is sent.
 */
export async function openNdjson(
  input: Readable,
  columns: Columns,
  options: FileOptions = {},
): Promise<RowSource> {
  if (options.preset || options.delimiter !== undefined)
    throw new Error('--preset and --delimiter are for CSV files.');
  const lines = readLines(input, options);
  const first = await lines.next();
  const plan = planFor(first.value?.line ?? '', columns, options);
  return {
    rows: readRows(continued(first, lines), plan),
    leftOut: { rows: new Map(), unnamed: 0, columns: [] },
    names: [],
    rejectedHeader: '',
    rejectedLine,
  };
}

/**
 * Plans the columns by the first row, so that a wrong file is refused at once. No field is required of it, as other
 * rows may have other fields; `readRow` checks each.
 */
function planFor(line: string, columns: Columns, options: FileOptions): Plan {
  const lines = /^\s*\[/.test(line) ? "jq -c '.[]'" : /^\s*\{\s*$/.test(line) ? 'jq -c .' : undefined;
  if (lines) throw new Error(`The file must have one JSON object per line, as written by: ${lines}`);
  const parsed = parseLine(line);
  const own = 'problem' in parsed ? [] : Object.keys(parsed.object);
  const mapped = [...(options.map?.values() ?? [])].flatMap((column) => partsOf(column, own));
  const names = new Set([...own, ...columns.ignored, ...mapped]);
  const plan = planColumns({ ...columns, required: [] }, [...names], { options });
  return { ...plan, columns };
}

async function* continued<T>(first: IteratorResult<T, void>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (!first.done) yield first.value;
  yield* rest;
}

async function* readRows(lines: AsyncIterable<Line>, plan: Plan): AsyncGenerator<SourceRow, void> {
  for await (const { line, number } of lines) {
    yield { original: [line], line: number, ...readLine(line, plan) };
  }
}

type Line = { line: string; number: number };

/** The lines that are not blank, with their numbers. */
async function* readLines(input: Readable, options: FileOptions): AsyncGenerator<Line, undefined> {
  const decoder = new TextDecoder(); // strips a byte order mark
  let rest = '';
  let number = options.skipLines ?? 0;
  for await (const chunk of readText(input, options)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      number++;
      refuseLong(line, number);
      if (line.trim() !== '') yield { line, number };
    }
    refuseLong(rest, number + 1);
  }
  if (rest.trim() !== '') yield { line: rest, number: number + 1 };
}

function refuseLong(line: string, number: number): void {
  if (line.length > MAX_ROW) throw new Error(`Line ${number} is larger than 1 MiB.`);
}

function readLine(line: string, plan: Plan): ReadRow {
  const parsed = parseLine(line);
  if ('problem' in parsed) return parsed;
  const unknown = unknownOf(plan, Object.keys(parsed.object));
  if (unknown.length > 0)
    return { problem: unknown.map((name) => `${name} is not a known field`).join('; ') };
  // A field that is null is left out, as an empty cell of a CSV file is: the same row then has the same idempotency
  // key in both formats.
  const fields = Object.entries(parsed.object).filter(([, field]) => field !== null);
  const row = withJoined(Object.fromEntries(fields), plan);
  return readRow({ ...row, ...textsOf(row, line, plan) }, plan);
}

/**
 * Fields that the API takes as text and the file has as numbers, with the digits of the file. JavaScript would lose
 * some.
 */
function textsOf(row: Row, line: string, plan: Plan): Row {
  const columns = [...plan.columns.known]
    .filter(([, type]) => type !== 'json')
    .flatMap(([field]) => columnOf(field, row, plan) ?? []);
  const numbers = columns.filter((column) => typeof row[column] === 'number');
  if (numbers.length === 0) return {};
  const texts = numberTexts(line);
  return Object.fromEntries(numbers.map((column) => [column, texts.get(column)]));
}

function parseLine(line: string): { object: Record<string, unknown> } | { problem: string } {
  try {
    const value = parseJson(line);
    if (!isObject(value)) return { problem: 'the line is not a JSON object' };
    const { length } = Object.keys(value);
    if (length > MAX_COLUMNS)
      return { problem: `the line has ${length} fields; at most ${MAX_COLUMNS} are read` };
    return { object: value };
  } catch (error) {
    return { problem: `the line ${error instanceof RangeError ? error.message : 'is not valid JSON'}` };
  }
}

/**
 * The line with the reason as one more field. It keeps the text of the line, because writing the object anew would
 * change the digits of numbers.
 */
function rejectedLine({ original: [line = ''] }: SourceRow, reason: string): string {
  const text = line.trim();
  const parsed = parseLine(text);
  if ('problem' in parsed) return `${JSON.stringify({ line: text, [REASON]: reason })}\n`;
  const open = Object.hasOwn(parsed.object, REASON) ? withoutReason(text) : text.slice(0, -1);
  const comma = open.trimEnd() === '{' ? '' : ',';
  return `${open}${comma}"${REASON}":${JSON.stringify(reason)}}\n`;
}

/** An object without its `}`, and without the reason of an earlier import at its end, which the new one replaces. */
function withoutReason(text: string): string {
  const start = text.lastIndexOf(`"${REASON}"`);
  const isLast = /^"error"\s*:\s*"(?:[^"\\]|\\.)*"\s*\}$/.test(text.slice(start));
  return isLast ? text.slice(0, start).trimEnd().replace(/,$/, '') : text.slice(0, -1);
}
