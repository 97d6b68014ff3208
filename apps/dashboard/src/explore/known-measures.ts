import { kindsHaving } from '../kinds/kinds-of-dimensions.ts';
import { type RecordKind, recordKinds } from '../kinds/record-kinds.ts';
import { type Measure, measures } from '../measures/measures.ts';
import { countedKinds } from '../proof/measure-parts.ts';
import { isComplete, isUseful, type Split, splitText } from '../where/filters.ts';
import type { Having } from './having.ts';
import type { Question } from './question.ts';
import { type Spread, spreadText, spreadValues } from './spread.ts';

type Asked = Pick<Question, 'measures' | 'by' | 'where' | 'having' | 'spread'>;

/**
 * The measures that say something of groups this deep, 0 for the whole. Revenue, for example, belongs to no model: revenue and margin by
 * model would show a loss for each model, and all revenue for none.
 */
export function knownMeasures(question: Asked, depth: number): Measure[] {
  return question.measures.filter((measure) => isKnown(kindsOf(measure), question, depth));
}

/** The condition on groups this deep, once its value is chosen. */
export function knownHaving(question: Asked, depth: number): Having | undefined {
  const { having } = question;
  return having?.value && isKnown(kindsOf(having.measure), question, depth) ? having : undefined;
}

export function knownSpread(question: Asked, depth: number): Spread | undefined {
  const { spread } = question;
  return spread && isKnown([spreadValues[spread.of].kind], question, depth) ? spread : undefined;
}

function kindsOf(measure: Measure): RecordKind[] {
  return countedKinds[measure].map(({ kind }) => kind);
}

function isKnown(kinds: readonly RecordKind[], question: Asked, depth: number): boolean {
  return demanded(question, depth).every(({ dimension }) =>
    kinds.every((kind) => kindsHaving[dimension].includes(kind)),
  );
}

/** The dimensions that the answer is grouped by: those of groups that no measure says anything of are left out. */
export function knownSplits(question: Asked): Split[] {
  return question.by.filter(isComplete).filter((_, level) => knownMeasures(question, level + 1).length > 0);
}

/** The dimensions that records must have to be counted in groups this deep. */
function demanded({ by, where }: Asked, depth: number) {
  const filters = where.filter(({ condition }) => condition === 'in' || condition === 'present');
  return [...filters.filter(isUseful), ...by.filter(isComplete).slice(0, depth)];
}

/** Why measures of the question are left out, such as `Revenue and Margin can't be shown by model, because revenues have no model.` */
export function unknownNotes(question: Asked): string[] {
  const { spread, having } = question;
  const condition = having?.value ? [having.measure] : [];
  const shown = [
    ...[...new Set([...question.measures, ...condition])].map((measure) => ({
      label: measures[measure].label,
      counts: kindsOf(measure),
    })),
    ...(spread ? [{ label: spreadText(spread), counts: [spreadValues[spread.of].kind] }] : []),
  ];
  const missing = demanded(question, question.by.length).map((split) => {
    const lacks = (kind: RecordKind) => !kindsHaving[split.dimension].includes(kind);
    const lacking = shown.filter(({ counts }) => counts.some(lacks));
    const kinds = lacking.flatMap(({ counts }) => counts.filter(lacks));
    return { text: splitText(split), lacking, kinds: [...new Set(kinds)] };
  });
  const notes = missing
    .filter(({ lacking }) => lacking.length > 0)
    .map(({ text, lacking, kinds }) => {
      const labels = lacking.map(({ label }) => label);
      const titles = kinds.map((kind) => recordKinds[kind].title.toLowerCase());
      return `${listText(labels)} can't be shown by ${text}, because ${listText(titles)} have no ${text}.`;
    });
  return [...new Set(notes)];
}

function listText(words: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(words);
}
