import { chooseSources, type Question } from './choose-source.ts';
import { groupColumns, type Level, type Placement } from './levels.ts';
import { absent } from './row-keys.ts';
import { sumRows } from './row-sql.ts';
import type { StatementDraft } from './statement-draft.ts';

type Part = { question: Question; sources: ReturnType<typeof chooseSources> };

/** `rest` is the index of the group for the rest. */
export type TopAndRest = { top: Part; whole: Part; rest: number };

/** Reads the first customers by key, and the rest as the whole less these. Undefined for other groups than those of all customers. */
export function splitTopAndRest(question: Question, levels: readonly Level[]): TopAndRest | undefined {
  const [level, ...deeper] = levels;
  const { dimensions, amount } = question.where;
  const isWhole = dimensions.length === 0 && !amount && deeper.length === 0;
  const [rest] = level?.others ?? [];
  if (!isWhole || level?.ref.dimension.name !== 'customer' || !rest || rest.keys) return undefined;
  const keys = level.members.map(({ key }) => key);
  if (keys.includes(absent.uuid)) return undefined;
  const ofKeys = { ...question, where: { dimensions: [{ ...level.ref, in: keys }], amount: undefined } };
  const whole = { ...question, path: [] };
  return {
    top: { question: ofKeys, sources: chooseSources(ofKeys) },
    whole: { question: whole, sources: chooseSources(whole) },
    rest: rest.index,
  };
}

/** Rows (b, p, g, fact, total, count), where `place` is that of the first customers. */
export function topAndRestRows(
  { top, whole, rest }: TopAndRest,
  place: Placement,
  draft: StatementDraft,
): string {
  const inRest = { joins: '', depth: 0, columns: groupColumns({ parent: '0', group: String(rest) }) };
  return `with top as materialized (${sumRows(top.question, top.sources, place, draft)})
    select b, p, g, fact, total, count from top
    union all select b, 0, ${rest}, fact, -total, -count from top
    union all select b, p, g, fact, total, count from (${sumRows(whole.question, whole.sources, inRest, draft)}) w`;
}
