import type { QueryContext } from '../operations/define.ts';
import type { AnswerSize } from './answer-size.ts';
import type { Level } from './levels.ts';
import type { RecordLimit } from './record-limit.ts';
import type { PlanStep, Slice } from './slice.schema.ts';
import type { Conditions } from './slice-conditions.ts';
import type { SliceDimensions } from './slice-dimensions.ts';
import type { Snapshot } from './snapshot.ts';
import type { Statement } from './statements.ts';
import type { Clock, Window } from './windows.ts';

/** Shared by the parts of one answer, which fill in their targets side by side. */
export type AnswerContext = {
  context: QueryContext;
  dimensions: SliceDimensions;
  snapshot: Snapshot;
  hasDeltas: boolean;
  clock: Clock;
  window: Window;
  where: Conditions;
  recordLimit: RecordLimit;
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
  answer: AnswerContext,
  { part }: AnswerPosition<unknown>,
  statement: Statement,
): Promise<Rows> {
  await answer.recordLimit.check(answer.window, statement, part);
  const start = performance.now();
  const rows = await answer.snapshot.rows(statement);
  const { reads, sql } = statement;
  answer.plan.push({
    part,
    reads,
    rows: rows.length,
    milliseconds: Math.round((performance.now() - start) * 100) / 100,
    sql,
  });
  return rows;
}

export function scopeOf({ context, where, hasDeltas }: AnswerContext, { levels }: AnswerPosition<unknown>) {
  const { kinds: registry, principal } = context;
  return { developerId: principal.developerId, where, levels, hasDeltas, registry };
}

export function at<Filled>(place: AnswerPosition<Filled>, part: string): AnswerPosition<Filled> {
  return { ...place, part: place.part ? `${place.part}.${part}` : part };
}
