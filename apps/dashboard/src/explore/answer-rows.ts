import type { Outputs } from '../api/client.ts';
import { type KeyedRow, keyText } from '../catalogue/key-text.ts';
import { type Split, splitText } from './question.ts';

export type Answer = Outputs['analytics']['slice'];
type Totals = Answer['totals'];

/** Any group of an answer, however deep. */
type Nested = KeyedRow & { totals?: Totals; by?: { [part: string]: readonly Nested[] } | undefined };

export type AnswerRow = { id: string; names: string[]; totals: Totals };

/** A row for each of the innermost groups, with the names of the groups around it. */
export function answerRows({ by }: Pick<Answer, 'by'>, splits: readonly Split[]): AnswerRow[] {
  return rowsOf((by?.groups ?? []) as readonly Nested[], splits, []);
}

function rowsOf(groups: readonly Nested[], splits: readonly Split[], around: string[]): AnswerRow[] {
  const [split, ...inner] = splits;
  if (!split) return [];
  return groups.flatMap((group) => {
    const names = [...around, keyText(group, splitText(split))];
    if (inner.length > 0) return rowsOf(group.by?.groups ?? [], inner, names);
    return [{ id: JSON.stringify([around, group.isOther, group.key]), names, totals: group.totals }];
  });
}
