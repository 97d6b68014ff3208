import type { Outputs } from '../api/client.ts';
import { type KeyedRow, keyText, sharedTexts } from '../catalogue/key-text.ts';
import { visible } from '../format/visible.ts';
import { type Split, splitText } from './question.ts';

export type Answer = Outputs['analytics']['slice'];
type Totals = Answer['totals'];

/** Any group of an answer, however deep. */
type Nested = KeyedRow & { totals?: Totals; by?: { [part: string]: readonly Nested[] } | undefined };

export type AnswerRow = {
  id: string;
  names: string[];
  /** The keys of names that other keys have as well. */
  keys?: (string | undefined)[];
  totals: Totals;
};

/** A row for each of the innermost groups, with the names of the groups around it. */
export function answerRows({ by }: Pick<Answer, 'by'>, splits: readonly Split[]): AnswerRow[] {
  const groups = (by?.groups ?? []) as readonly Nested[];
  const shared = splits.map((split, level) => sharedTexts(groupsAt(groups, level), splitText(split)));
  return rowsOf(groups, splits, []).map(({ path, totals }) => ({
    id: JSON.stringify(path.map(({ isOther, key }) => [isOther, key])),
    names: path.map(({ name }) => name),
    keys: path.map(({ name, key }, level) =>
      key !== null && shared[level]?.has(name) ? visible(key) : undefined,
    ),
    totals,
  }));
}

/** The groups of all branches at a level. */
function groupsAt(groups: readonly Nested[], level: number): readonly Nested[] {
  return level === 0 ? groups : groups.flatMap(({ by }) => groupsAt(by?.groups ?? [], level - 1));
}

/** A group on the way to a row: several may have the same name. */
type Step = { name: string; isOther: boolean; key: string | null };
type Row = { path: readonly Step[]; totals: Totals };

function rowsOf(groups: readonly Nested[], splits: readonly Split[], around: readonly Step[]): Row[] {
  const [split, ...inner] = splits;
  if (!split) return [];
  return groups.flatMap((group) => {
    const name = keyText(group, splitText(split));
    const path = [...around, { name, isOther: group.isOther, key: group.key }];
    if (inner.length > 0) return rowsOf(group.by?.groups ?? [], inner, path);
    return [{ path, totals: group.totals }];
  });
}
