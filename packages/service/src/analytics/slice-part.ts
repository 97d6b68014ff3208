import type { QueryContext } from '../operations/define.ts';
import type { AnswerSize } from './answer-size.ts';
import type { Calendar, Span } from './calendar.ts';
import type { Conditions } from './conditions.ts';
import type { Level } from './levels.ts';
import type { PlanStep, Slice } from './slice.schema.ts';
import type { Snapshot } from './snapshot.ts';
import type { Statement } from './statements.ts';
import type { WindowRecords } from './window-records.ts';

/** What every part of one question shares. */
export type Run = {
  context: QueryContext;
  snapshot: Snapshot;
  hasNotes: boolean;
  calendar: Calendar;
  window: Span;
  where: Conditions;
  records: WindowRecords;
  plan: PlanStep[];
  size: AnswerSize;
};

/** The groups of one level of a path, each with what is to be filled in. */
export type Place<Filled = Slice> = { levels: readonly Level[]; targets: readonly Filled[]; part: string };

/** Of a statement: every value is text. */
export type Rows = (string | null)[][];

/** Runs the statement of a part, and takes down what it read and how long it took. */
export async function readPart(run: Run, { part }: Place<unknown>, statement: Statement): Promise<Rows> {
  await run.records.check(statement, part);
  const start = performance.now();
  const rows = await run.snapshot.rows(statement);
  const { reads, sql } = statement;
  run.plan.push({
    part,
    reads,
    rows: rows.length,
    milliseconds: Math.round((performance.now() - start) * 100) / 100,
    sql,
  });
  return rows;
}

/** What every statement of a part is about. */
export function scopeOf({ context, where, hasNotes }: Run, { levels }: Place<unknown>) {
  const { kinds: registry, principal } = context;
  return { developerId: principal.developerId, where, levels, hasNotes, registry };
}

/** The same place in a part of it. */
export function at<Filled>(place: Place<Filled>, part: string): Place<Filled> {
  return { ...place, part: place.part ? `${place.part}.${part}` : part };
}
