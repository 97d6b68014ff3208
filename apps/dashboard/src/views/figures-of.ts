import { type KeyedRow, keyText, sharedTexts } from '../catalogue/key-text.ts';
import { visible } from '../format/visible.ts';
import { type Measure, type MeasureValue, measureNames } from '../measures/measures.ts';

export type Figures = {
  measures: Measure[];
  depth: number;
  rows: { names: string[]; totals: Totals }[];
};

type Totals = Partial<Record<Measure, MeasureValue>>;
type Node = { key?: string | null; label?: string | null; isOther?: boolean; totals?: Totals; by?: Node[] };
type Row = { path: KeyedRow[]; totals: Totals };

/** Names groups without a key: "No value". */
const DIMENSION = 'value';

/** The innermost groups of a document of ours as rows; undefined for documents that ask for something else. */
export function figuresOf(data: Record<string, unknown> | null): Figures | undefined {
  const analytics = data?.analytics as Node | undefined;
  if (!Array.isArray(analytics?.by)) return undefined;
  const rows = rowsOf(analytics.by, []);
  const [first] = rows;
  if (!first) return undefined;
  const measures = measureNames.filter((name) => name in first.totals);
  if (measures.length === 0) return undefined;
  const shared = first.path.map((_, level) =>
    sharedTexts(
      rows.flatMap(({ path }) => path[level] ?? []),
      DIMENSION,
    ),
  );
  return {
    measures,
    depth: first.path.length,
    rows: rows.map(({ path, totals }) => ({
      names: path.map((group, level) => nameOf(group, shared[level])),
      totals,
    })),
  };
}

/** The name of a group, with its key where other keys have the same name. */
function nameOf(group: KeyedRow, shared: ReadonlySet<string> | undefined): string {
  const text = keyText(group, DIMENSION);
  return group.key !== null && shared?.has(text) ? `${text} (${visible(group.key)})` : text;
}

function rowsOf(groups: readonly Node[], around: KeyedRow[]): Row[] {
  return groups.flatMap(({ key = null, label = null, isOther = false, totals = {}, by }) => {
    const path = [...around, { key, label, isOther }];
    return Array.isArray(by) ? rowsOf(by, path) : [{ path, totals }];
  });
}
