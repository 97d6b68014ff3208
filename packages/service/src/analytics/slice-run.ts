import type { QueryContext } from '../operations/define.ts';
import type { AnswerSize } from './answer-size.ts';
import type { Calendar, Span } from './calendar.ts';
import type { Level } from './levels.ts';
import type { WindowRecords } from './record-limit.ts';
import type { PlanStep, Slice } from './slice.schema.ts';
import type { Conditions } from './slice-conditions.ts';
import type { Snapshot } from './snapshot.ts';
import type { Statement } from './statements.ts';

export type Run = {
  context: QueryContext;
  snapshot: Snapshot;
  hasDeltas: boolean;
  calendar: Calendar;
  window: Span;
  where: Conditions;
  records: WindowRecords;
  plan: PlanStep[];
  size: AnswerSize;
};

/** Groups of one level; `targets` receive what is read. */
export type AnswerPosition<Filled = Slice> = {
  levels: readonly Level[];
  targets: readonly Filled[];
  part: string;
};

export type Rows = (string | null)[][];

/** Runs a statement and adds it to the plan. */
export async function readPart(
  run: Run,
  { part }: AnswerPosition<unknown>,
  statement: Statement,
): Promise<Rows> {
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

export function scopeOf({ context, where, hasDeltas }: Run, { levels }: AnswerPosition<unknown>) {
  const { kinds: registry, principal } = context;
  return { developerId: principal.developerId, where, levels, hasDeltas, registry };
}

export function at<Filled>(place: AnswerPosition<Filled>, part: string): AnswerPosition<Filled> {
  return { ...place, part: place.part ? `${place.part}.${part}` : part };
}
