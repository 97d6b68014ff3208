import type { Readable } from 'node:stream';
import { type Columns, REASON } from './columns.ts';
import type { FileOptions } from './file-options.ts';
import { readText } from './input/read-text.ts';
import { isObject, numberTexts, parseJson } from './json-value.ts';
import { type Plan, planColumns, unknownOf } from './plan-columns.ts';
import { columnOf, type Row, readRow, withJoined } from './read-row.ts';
import { MAX_ROW, type ReadRow, type RowSource, type SourceRow } from './row-source.ts';
import { partsOf } from './sample-rows.ts';

/** Throws if the first row has unknown fields. */
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

/** Refuses a wrong file before anything is sent. Later rows may have other fields. */
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

/** Without blank lines. */
async function* readLines(input: Readable, options: FileOptions): AsyncGenerator<Line, undefined> {
  const decoder = new TextDecoder(); // strips a byte order mark
  let rest = '';
  let number = options.skipLines ?? 0;
  for await (const chunk of readText(input, options)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      number++;
      if (line.trim() !== '') yield { line, number };
    }
    if (rest.length > MAX_ROW) throw new Error(`Line ${number + 1} is larger than 1 MiB.`);
  }
  if (rest.trim() !== '') yield { line: rest, number: number + 1 };
}

function readLine(line: string, plan: Plan): ReadRow {
  const parsed = parseLine(line);
  if ('problem' in parsed) return parsed;
  const unknown = unknownOf(plan, Object.keys(parsed.object));
  if (unknown.length > 0)
    return { problem: unknown.map((name) => `${name} is not a known field`).join('; ') };
  // Null equals an empty CSV cell, so that both formats have the same idempotency key.
  const fields = Object.entries(parsed.object).filter(([, field]) => field !== null);
  const row = withJoined(Object.fromEntries(fields), plan);
  return readRow({ ...row, ...textsOf(row, line, plan) }, plan);
}

/** Numbers of fields that are text for the API. */
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
    return isObject(value) ? { object: value } : { problem: 'the line is not a JSON object' };
  } catch (error) {
    return { problem: `the line ${error instanceof RangeError ? error.message : 'is not valid JSON'}` };
  }
}

/** Keeps the original text, because reformatting would change the digits of numbers. */
function rejectedLine({ original: [line = ''] }: SourceRow, reason: string): string {
  const text = line.trim();
  const parsed = parseLine(text);
  if ('problem' in parsed) return `${JSON.stringify({ line: text, [REASON]: reason })}\n`;
  const open = Object.hasOwn(parsed.object, REASON) ? text.replace(lastReason, '') : text.slice(0, -1);
  const comma = open.trimEnd() === '{' ? '' : ',';
  return `${open}${comma}"${REASON}":${JSON.stringify(reason)}}\n`;
}

/** The reason that an earlier import appended. */
const lastReason = /,?\s*("error"\s*:\s*"(?:[^"\\]|\\.)*"\s*)?\}$/;
