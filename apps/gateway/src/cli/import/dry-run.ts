import { hash } from 'node:crypto';
import { OutturnError, RefundItem, validate } from '@outturn/service';
import type { z } from 'zod';
import type { Progress } from '../progress.ts';
import type { ImportKind } from '../record-kinds.ts';
import { columnsOf } from './columns.ts';
import { counted, describeLeftOut } from './describe-left-out.ts';
import type { FileOptions } from './file-options.ts';
import { canonicalJson } from './json-value.ts';
import { OccurrenceCounter } from './occurrence-counter.ts';
import { type Format, type OpenSource, openSource, STANDARD_INPUT } from './open-source.ts';
import { optionsText } from './options-text.ts';
import { ColumnsError } from './plan-columns.ts';
import type { ItemResult } from './post-batch.ts';
import type { SourceRow } from './row-source.ts';
import { type SentRow, settleRows } from './settle-rows.ts';
import { StatusCounts } from './status-counts.ts';
import { describeRefunds, describeTally, type ImportTally, noCounts } from './tally.ts';

type DryRunOptions = FileOptions & {
  file: string;
  format: Format;
  kind: ImportKind;
  ignored: readonly string[];
  progress: Progress;
  signal: AbortSignal;
};

/** Records and reasons that are shown. */
const SHOWN = 5;
const REASONS = 20;
/** Different reasons that are counted. Some have the text of a cell in them, so there may be one for each row. */
const MAX_REASONS = 1000;
/** Opens of the file: with another delimiter, below the title lines, with other columns, and a last one. */
const ATTEMPTS = 4;

/**
 * Reads the whole file as an import would, validates every row, and describes the result. Sends nothing. `isRefused`
 * says whether an import with the same options would refuse the file or a row.
 */
export async function dryRun(options: DryRunOptions): Promise<{ text: string; isRefused: boolean }> {
  const { source, advice } = await openWithProposals(options);
  const text = [...advice];
  const checked = new CheckedRows(options.kind, columnsOf(options.kind).naturalKey);
  const statuses = new StatusCounts(source.leftOut.columns, source.names);
  options.progress.start(source.size, describeTally(checked.tally, 'rows'));
  try {
    for await (const row of source.rows) {
      options.signal.throwIfAborted();
      if (checked.add(row)) statuses.add(row);
      options.progress.update(source.position(), describeTally(checked.tally, 'rows'));
    }
  } finally {
    options.progress.stop();
  }
  text.push(checked.describe());
  text.push(statuses.describe());
  const { columns } = source.leftOut;
  if (columns.length > 0) text.push(`Columns that are not read: ${columns.join(', ')}.\n`);
  text.push(describeLeftOut(source.leftOut), 'Nothing was sent.\n');
  return { text: text.join(''), isRefused: advice.length > 0 || checked.tally.rejected > 0 };
}

/**
 * Opens the file. If its columns are wrong, it goes on with the options that were probably meant, so that one dry run
 * shows what they lead to. Standard input cannot be read a second time.
 */
async function openWithProposals(options: DryRunOptions): Promise<{ source: OpenSource; advice: string[] }> {
  let added: Partial<FileOptions> = {};
  let firstError: ColumnsError | undefined;
  let notes = '';
  for (let attempt = 1; ; attempt++) {
    const columns = columnsOf(options.kind, options.ignored);
    const all = merged(options, added);
    try {
      const source = await openSource(options.file, { ...options, columns, options: all });
      if (!firstError) return { source, advice: [] };
      const advice = `${firstError.problems}\nDid you mean: ${optionsText(added)}\n${notes}With these options:\n`;
      return { source, advice: [advice] };
    } catch (error) {
      if (!(error instanceof ColumnsError)) throw error;
      firstError ??= error;
      notes += error.proposal?.notes ?? '';
      const further = error.proposal?.options ?? {};
      const isStuck =
        Object.keys(further).length === 0 || attempt === ATTEMPTS || options.file === STANDARD_INPUT;
      if (isStuck) throw Object.keys(added).length > 0 ? withAdded(error, added) : error;
      added = merged(added, further);
    }
  }
}

function withAdded(error: ColumnsError, added: Partial<FileOptions>): Error {
  return new Error(`With ${optionsText(added)}: ${error.message}`);
}

function merged<T extends Partial<FileOptions>>(options: T, added: Partial<FileOptions>): T {
  const map = new Map([...(options.map ?? []), ...(added.map ?? [])]);
  return { ...options, ...added, ...(map.size > 0 && { map }) };
}

/**
 * Validates rows by the schema of the API, and counts what an import would do with them. It does not know what is
 * stored: a row whose key is recorded already counts as new.
 */
class CheckedRows {
  readonly tally: ImportTally = { ...noCounts };
  readonly #kind: ImportKind;
  readonly #naturalKey: string | undefined;
  readonly #shown: string[] = [];
  readonly #reasons = new Map<string, { count: number; line: number }>();
  readonly #keys = new OccurrenceCounter();
  readonly #contents = new OccurrenceCounter();

  constructor(kind: ImportKind, naturalKey: string | undefined) {
    this.#kind = kind;
    this.#naturalKey = naturalKey;
  }

  /** Returns false for a row that would be refused. */
  add(row: SourceRow): boolean {
    const [rejected] = settleRows([this.#send(row)], this.tally);
    if (!rejected) return true;
    const isTold = this.#reasons.has(rejected.reason) || this.#reasons.size < MAX_REASONS;
    const reason = isTold ? rejected.reason : 'further reasons';
    const { count, line } = this.#reasons.get(reason) ?? { count: 0, line: row.line };
    this.#reasons.set(reason, { count: count + 1, line });
    return false;
  }

  /** The results of a row as an import would have them. */
  #send(row: SourceRow): SentRow {
    if ('problem' in row) return { row, record: undefined, refund: undefined };
    const record = this.#validate(this.#kind.input, row.fields, `line ${row.line}`);
    const isSent = row.refund && record.status !== 'rejected';
    const refund = isSent ? this.#validate(RefundItem, row.refund, `line ${row.line}, refund`) : undefined;
    return { row, record, refund };
  }

  #validate(schema: z.ZodType, input: unknown, label: string): ItemResult {
    let record: Record<string, unknown>;
    try {
      // Schemas of records are objects.
      record = validate(schema, input) as Record<string, unknown>;
    } catch (error) {
      if (!(error instanceof OutturnError)) throw error;
      return { status: 'rejected', error };
    }
    const key = this.#naturalKey && record[this.#naturalKey];
    const isFirst = key === undefined || this.#keys.next(...halves(JSON.stringify(key))) === 1;
    const content = key === undefined ? undefined : halves(canonicalJson(record));
    if (!isFirst && content && !this.#contents.has(...content)) return this.#keyTaken();
    if (!isFirst) return { status: 'replayed' };
    if (content) this.#contents.next(...content);
    if (this.#shown.length < SHOWN) this.#shown.push(`${label}: ${JSON.stringify(record)}\n`);
    return { status: 'created' };
  }

  #keyTaken(): ItemResult {
    const message = 'is that of an earlier row with other content';
    const details = [{ field: this.#naturalKey ?? '', message }];
    return { status: 'rejected', error: { code: 'Invalid Request', message, details } };
  }

  describe(): string {
    const { created, replayed, rejected, refunds } = this.tally;
    const count = (n: number) => n.toLocaleString('en');
    const reasons = [...this.#reasons]
      .toSorted(([, a], [, b]) => b.count - a.count)
      .map(([reason, found]) => `  ${count(found.count)} × ${reason} (first in line ${found.line})\n`);
    const more = reasons.length > REASONS ? `  and ${count(reasons.length - REASONS)} other reasons\n` : '';
    return [
      ...this.#shown,
      `${counted(created, 'record')} would be recorded, ${count(replayed)} repeated, ${count(rejected)} refused.\n`,
      describeRefunds(refunds, { created: 'would be recorded', replayed: 'repeated', rejected: 'refused' }),
      ...reasons.slice(0, REASONS),
      more,
    ].join('');
  }
}

/** 64 bits that stand for a text, so that a file of any size needs little memory. */
function halves(text: string): [high: number, low: number] {
  const digest = hash('sha256', text, 'buffer');
  return [digest.readUInt32BE(0), digest.readUInt32BE(4)];
}
