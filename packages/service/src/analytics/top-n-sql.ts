import { chooseSource, type Question, type Source } from './choose-source.ts';
import type { Level } from './levels.ts';
import { absent } from './row-keys.ts';
import { sumRows } from './row-sql.ts';
import type { StatementDraft } from './statement-draft.ts';

/** Key of the rows for the rest. */
const REST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export type TopAndRest = {
  top: { question: Question; source: Source };
  whole: { question: Question; source: Source };
};

/** Reads the first customers by key, and the rest as the whole less these. Undefined if impossible or not cheaper. */
export function splitTopAndRest(question: Question, levels: readonly Level[]): TopAndRest | undefined {
  const [level, ...deeper] = levels;
  const { dimensions, amount } = question.where;
  const isWhole = dimensions.length === 0 && !amount && deeper.length === 0;
  if (!isWhole || level?.ref.dimension.name !== 'customer' || level.others.length === 0) return undefined;
  const keys = level.members.map(({ key }) => key);
  if (keys.includes(absent.uuid)) return undefined;
  const ofKeys = { ...question, where: { dimensions: [{ ...level.ref, in: keys }], amount: undefined } };
  const whole = { ...question, path: [] };
  return {
    top: { question: ofKeys, source: chooseSource(ofKeys) },
    whole: { question: whole, source: chooseSource(whole) },
  };
}

/** The columns are those of {@link sumRows}. */
export function topAndRestRows({ top, whole }: TopAndRest, draft: StatementDraft): string {
  return `with top as materialized (${sumRows(top.question, top.source, draft)})
    select b, k0, fact, total, count from top
    union all select b, '${REST}'::uuid, fact, -total, -count from top
    union all select b, '${REST}'::uuid, fact, total, count from (${sumRows(whole.question, whole.source, draft)}) w`;
}
