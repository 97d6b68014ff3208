import Big from 'big.js';
import { keyText, sharedTexts } from '../catalogue/key-text.ts';
import { formatCount, formatPercent } from '../format/count.ts';
import { formatMoney } from '../format/money.ts';
import { visible } from '../format/visible.ts';
import type { Measure } from '../measures/measures.ts';
import type { SliceAnswer } from '../measures/use-slice.ts';

type Row = NonNullable<SliceAnswer['by']>[string][number];
type Members = { agents: readonly Row[]; customers: readonly Row[] };

/** Members of which each answer has those that matter most. */
export type AttentionAnswers = {
  /** Members of the period, the lowest margin first. */
  losing: Members;
  /** With the change of their cost, the largest rise first; absent without a comparison. */
  rises?: Members | undefined;
  /** With the change of their margin, the largest fall first, and their figures in both periods. */
  falls?: Members | undefined;
  /** Agents with their rate of errors in both periods. */
  errors?: readonly Row[] | undefined;
  unpricedEvents?: number | undefined;
};

export type Proof =
  | { to: 'records'; measure: Measure; dimension?: 'agent' | 'customer'; key?: string }
  | { to: 'member'; dimension: 'agents' | 'customers'; key: string };

/** Something that needs attention: the words before and after the name of a member, and the page that proves it. */
export type Sentence = { id: string; before: string; name: string; after: string; proof: Proof };

const MOST_SENTENCES = 5;
/** Fewer errors are no pattern. */
const FEWEST_ERRORS = 5;

const singular = { agents: 'agent', customers: 'customer' } as const;
type Dimension = keyof typeof singular;

type Member = { dimension: Dimension; row: Row; key: string; name: string };
type Ranked = Sentence & { money: Big };

/** Sentences about what needs attention, ranked by money. Each member is named once: by its loss, if it has one. */
export function attentionOf(answers: AttentionAnswers): Sentence[] {
  const named = namesIn(answers);
  const of = (members: Members | undefined) => [
    named('agents', members?.agents ?? []),
    named('customers', members?.customers ?? []),
  ];
  const found = new Map<string, Ranked>();
  const add = (sentences: readonly Ranked[], most = sentences.length) => {
    const unnamed = byMoney(sentences.filter(({ id }) => !found.has(id)));
    for (const sentence of unnamed.slice(0, most)) found.set(sentence.id, sentence);
  };
  for (const members of of(answers.losing)) add(members.flatMap(lossOf));
  for (const members of of(answers.falls)) {
    add(members.flatMap(silenceOf));
    add(members.flatMap(fallOf), 1);
  }
  for (const members of of(answers.rises)) add(members.flatMap(riseOf), 1);
  add(named('agents', answers.errors ?? []).flatMap(errorsOf));
  // How much these calls cost is unknown, so they have a place of their own.
  const unpriced = unpricedOf(answers.unpricedEvents ?? 0);
  return [...byMoney([...found.values()]).slice(0, MOST_SENTENCES - unpriced.length), ...unpriced];
}

/** The members of a list, without those groups that are none, with names that tell them from all others. */
function namesIn({ losing, rises, falls, errors = [] }: AttentionAnswers) {
  const rowsOf = (dimension: Dimension) =>
    [losing, rises, falls].flatMap((members) => members?.[dimension] ?? []);
  const shared = {
    agents: sharedTexts([...rowsOf('agents'), ...errors], singular.agents),
    customers: sharedTexts(rowsOf('customers'), singular.customers),
  };
  return (dimension: Dimension, rows: readonly Row[]): Member[] =>
    rows.flatMap((row) => {
      const { key } = row;
      if (key === null) return [];
      const text = keyText(row, singular[dimension]);
      const name = shared[dimension].has(text) ? `${text} (${visible(key)})` : text;
      return [{ dimension, row, key, name }];
    });
}

function lossOf(member: Member): Ranked[] {
  const { margin = '0', revenue = '0', cost = '0' } = member.row.totals ?? {};
  const loss = new Big(margin).neg();
  if (loss.lte(0)) return [];
  const after = ` lost ${money(loss)}: ${formatMoney(revenue)} of revenue, ${formatMoney(cost)} of cost.`;
  return [sentence(member, { after, money: loss, proof: recordsOf(member, 'margin') })];
}

function riseOf(member: Member): Ranked[] {
  const { now, before, difference } = changeOf('cost', member.row);
  if (difference.lte(0)) return [];
  const after = ` rose by ${money(difference)}, from ${money(before)} to ${money(now)}.`;
  return [
    sentence(member, { before: 'The cost of ', after, money: difference, proof: recordsOf(member, 'cost') }),
  ];
}

function fallOf(member: Member): Ranked[] {
  const { row, dimension, key } = member;
  const { now, before, difference } = changeOf('margin', row);
  if (difference.gte(0) || isSilent(member)) return [];
  const after = ` fell by ${money(difference.abs())}, from ${money(before)} to ${money(now)}.`;
  return [
    sentence(member, {
      before: 'The margin of ',
      after,
      money: difference.abs(),
      proof: { to: 'member', dimension, key },
    }),
  ];
}

function silenceOf(member: Member): Ranked[] {
  if (!isSilent(member)) return [];
  const { dimension, key, row } = member;
  const { revenue = '0', cost = '0' } = row.previous?.totals ?? {};
  const earned = new Big(revenue);
  const amount = earned.gt(0) ? earned : new Big(cost);
  const after = ` has no records in this period; it ${earned.gt(0) ? 'earned' : 'cost'} ${money(amount)} before.`;
  return [sentence(member, { after, money: amount, proof: { to: 'member', dimension, key } })];
}

function errorsOf(member: Member): Ranked[] {
  const { errors = 0, errorRate, cost = '0' } = member.row.totals ?? {};
  const before = member.row.previous?.totals?.errorRate;
  if (errorRate == null || before == null || errors < FEWEST_ERRORS || errorRate < 2 * before) return [];
  const failed = new Big(cost).times(errorRate);
  const after = ` rose from ${formatPercent(before)} to ${formatPercent(errorRate)}, about ${money(failed)} of its cost.`;
  return [
    sentence(member, {
      before: 'The error rate of ',
      after,
      money: failed,
      proof: recordsOf(member, 'errors'),
    }),
  ];
}

function unpricedOf(calls: number): Sentence[] {
  if (calls === 0) return [];
  const after =
    calls === 1
      ? '1 call of a model without a price is not in the cost.'
      : `${formatCount(calls)} calls of models without a price are not in the cost.`;
  return [
    { id: 'unpriced', before: '', name: '', after, proof: { to: 'records', measure: 'unpricedEvents' } },
  ];
}

/** Whether a member of the compared period has no records in this one. */
function isSilent({ row: { totals } }: Member): boolean {
  const { events, revenueCount, refundCount, outcomes, goals } = totals ?? {};
  return [events, revenueCount, refundCount, outcomes, goals].every((count) => count === 0);
}

type Amount = 'cost' | 'margin';

function changeOf(measure: Amount, { totals, previous }: Row) {
  const [now = 0, before = 0, difference = 0] = [totals, previous?.totals, previous?.change].map(
    (each) => each?.[measure],
  );
  return { now: new Big(now), before: new Big(before), difference: new Big(difference) };
}

type Found = { before?: string; after: string; money: Big; proof: Proof };

function sentence({ dimension, key, name }: Member, { before = '', ...found }: Found): Ranked {
  return { id: `${dimension} ${key}`, before, name, ...found };
}

function recordsOf({ dimension, key }: Member, measure: Measure): Proof {
  return { to: 'records', measure, dimension: singular[dimension], key };
}

function byMoney(sentences: readonly Ranked[]): Ranked[] {
  return sentences.toSorted((a, b) => b.money.cmp(a.money));
}

function money(amount: Big): string {
  return formatMoney(amount.toFixed());
}
