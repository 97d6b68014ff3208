import type { Readable } from 'node:stream';
import { checkUtf8 } from './check-utf8.ts';
import { type Columns, checkColumns, REASON, unknownOf } from './columns.ts';
import { isObject, parseJson } from './json-value.ts';
import { readRow } from './read-row.ts';
import { MAX_ROW, type ReadRow, type RowSource, type SourceRow } from './row-source.ts';

/** Throws if the first row has unknown fields. */
export async function openNdjson(input: Readable, columns: Columns): Promise<RowSource> {
  const rows = readRows(input, columns);
  const first = await rows.next();
  if (!first.done) checkFirst(first.value.original[0] ?? '', columns);
  return { rows: continued(first, rows), rejectedHeader: '', rejectedLine };
}

/** Refuses a wrong file before anything is sent. */
function checkFirst(line: string, columns: Columns): void {
  const parsed = parseLine(line);
  if ('problem' in parsed) return;
  const names = new Set([...Object.keys(parsed.object), ...columns.ignored]);
  checkColumns({ ...columns, required: [] }, [...names]);
}

async function* continued<T>(first: IteratorResult<T, void>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (!first.done) yield first.value;
  yield* rest;
}

async function* readRows(input: Readable, columns: Columns): AsyncGenerator<SourceRow, void> {
  for await (const { line, end } of readLines(input)) {
    if (line.trim() !== '') yield { original: [line], end, ...readLine(line, columns) };
  }
}

async function* readLines(input: Readable): AsyncGenerator<{ line: string; end: number }> {
  const decoder = new TextDecoder(); // strips a byte order mark
  let rest = '';
  let end = 0;
  let count = 0;
  for await (const chunk of checkUtf8(input)) {
    end += chunk.length;
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield { line, end };
    count += lines.length;
    if (rest.length > MAX_ROW) throw new Error(`Line ${count + 1} is larger than 1 MiB.`);
  }
  yield { line: rest, end };
}

function readLine(line: string, columns: Columns): ReadRow {
  const parsed = parseLine(line);
  if ('problem' in parsed) return parsed;
  const unknown = unknownOf(columns, Object.keys(parsed.object));
  if (unknown.length > 0)
    return { problem: unknown.map((name) => `${name} is not a known field`).join('; ') };
  // Null equals an empty CSV cell, so that both formats have the same idempotency key.
  const fields = Object.entries(parsed.object).filter(([, field]) => field !== null);
  return readRow(Object.fromEntries(fields), columns);
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
