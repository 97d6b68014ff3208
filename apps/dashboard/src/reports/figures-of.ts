import { keyTexts } from '../catalogue/key-text.ts';
import { type Measure, type MeasureValue, measureNames } from '../measures/measures.ts';

export type Figures = {
  measures: Measure[];
  depth: number;
  rows: { names: string[]; totals: Partial<Record<Measure, MeasureValue>> }[];
};

type Totals = Partial<Record<Measure, MeasureValue>>;
type Node = { key?: string | null; label?: string | null; isOther?: boolean; totals?: Totals; by?: Node[] };

/** The innermost groups of a document of ours as rows; undefined for documents that ask for something else. */
export function figuresOf(data: Record<string, unknown> | null): Figures | undefined {
  const analytics = data?.analytics as Node | undefined;
  if (!Array.isArray(analytics?.by)) return undefined;
  const rows = rowsOf(analytics.by, []);
  const [first] = rows;
  const measures = measureNames.filter((name) => first && name in first.totals);
  return first && measures.length > 0 ? { measures, depth: first.names.length, rows } : undefined;
}

function rowsOf(groups: readonly Node[], around: string[]): Figures['rows'] {
  const rows = groups.map(({ key = null, label = null, isOther = false }) => ({ key, label, isOther }));
  const texts = keyTexts(rows, 'value');
  return groups.flatMap(({ totals = {}, by }, index) => {
    const names = [...around, texts[index] ?? ''];
    return Array.isArray(by) ? rowsOf(by, names) : [{ names, totals }];
  });
}
