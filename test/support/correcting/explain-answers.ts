import { toUnits } from '../load/exact-decimal.ts';
import { type Plain, PlainModel, type Step } from './plain-model.ts';

type ShownRecord = { id: string; amount: string; agentKey: string | null; recordedAt: string };

/** The result of one item of a batch of corrections or refunds. */
export type Shown = {
  status: 'created' | 'replayed' | 'rejected';
  correction?: { version: number; after: ShownRecord | null };
  record?: ShownRecord;
};

export type Answered = { step: Step; shown: Shown };

/**
 * The model behind these steps, in an order in which all answers are right; undefined if there is none. Batches run at the
 * same time, so any order of their items may be the true one.
 */
export function explainAnswers(before: PlainModel, open: readonly Answered[]): PlainModel | undefined {
  if (open.length === 0) return before;
  for (const [i, { step, shown }] of open.entries()) {
    const model = new PlainModel(before.records);
    if (!isAnswer(model.take(step), shown)) continue;
    const found = explainAnswers(model, open.toSpliced(i, 1));
    if (found) return found;
  }
  return undefined;
}

/** Gives a new refund the id that the answer tells. */
function isAnswer(record: Plain | undefined, { status, correction, record: refund }: Shown): boolean {
  if (!record) return status === 'rejected';
  const after = refund ?? correction?.after;
  if (status === 'rejected' || (correction && correction.version !== record.version)) return false;
  if (refund) record.id = refund.id;
  if (record.isVoided) return after === null;
  return (
    after != null &&
    toUnits(after.amount) === record.amount &&
    after.agentKey === record.agentKey &&
    after.recordedAt === record.recordedAt
  );
}
