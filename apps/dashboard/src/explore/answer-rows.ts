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

/** A group around others: names are for people, and several may have the same. */
type Around = { name: string; id: readonly [isOther: boolean, key: string | null] };

function rowsOf(groups: readonly Nested[], splits: readonly Split[], around: readonly Around[]): AnswerRow[] {
  const [split, ...inner] = splits;
  if (!split) return [];
  return groups.flatMap((group) => {
    const name = keyText(group, splitText(split));
    const path = [...around, { name, id: [group.isOther, group.key] as const }];
    if (inner.length > 0) return rowsOf(group.by?.groups ?? [], inner, path);
    const id = JSON.stringify(path.map((each) => each.id));
    return [{ id, names: path.map((each) => each.name), totals: group.totals }];
  });
}
