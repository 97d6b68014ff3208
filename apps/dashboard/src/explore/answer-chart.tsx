import { Text } from '@mantine/core';
import { keyTexts } from '../catalogue/key-text.ts';
import type { Line } from '../charts/chart-data.ts';
import { ChartFrame } from '../charts/chart-frame.tsx';
import { GroupChart } from '../charts/group-chart.tsx';
import { MeasureChoice } from '../charts/measure-choice.tsx';
import { linesOf } from '../charts/measure-over-time.tsx';
import { ChartLegend, comparedLabel, SeriesChart } from '../charts/series-chart.tsx';
import { capital } from '../format/capital.ts';
import { FigureLink, proofOf } from '../measures/figure.tsx';
import { formatMeasureExactly, type Measure, measures } from '../measures/measures.ts';
import type { ShownSlice } from '../measures/use-slice.ts';
import { type Filter, type Split, splitText } from '../where/filters.ts';
import { groupFilters } from '../where/group-filters.ts';
import { type Answer, hasNoGroups } from './answer-rows.ts';
import { knownHaving, knownMeasures, knownSplits } from './known-measures.ts';
import { chosenMeasure, type Question } from './question.ts';

type AnswerChartProps = {
  question: Question;
  shown: ShownSlice | undefined;
  zone: string;
  onChoose: (measure: Measure) => void;
};

const MOST_LINES = 8;
const MOST_BARS = 12;
const HEIGHT = 300;

/** One of the measures: over time with a bucket, else as bars of the outermost groups. */
export function AnswerChart({ question, shown, zone, onChoose }: AnswerChartProps) {
  const splits = knownSplits(question);
  const [split] = splits;
  const { every } = question;
  const choices = knownMeasures(question, split ? 1 : 0);
  const measure = chosenMeasure({ ...question, measures: choices });
  if (choices.length === 0 || (!every && !split)) return null;
  const groups = shown ? groupsOf(shown.answer, splits, question) : [];
  const windows = shown ? linesOf(shown, question.where) : [];
  const isCompared = windows.length > 1;
  const most = every ? MOST_LINES : MOST_BARS;
  const drawn = groups.slice(0, most);
  const { label } = measures[measure];
  const valuesOf = ({ totals, previous }: ChartGroup) =>
    [totals, ...(isCompared ? [previous?.totals] : [])].map((each) => each?.[measure]);
  const title = [label, split && `by ${splitText(split)}`, every && `by ${every}`].filter(Boolean).join(' ');
  return (
    <div>
      <MeasureChoice title={title} choices={choices} value={measure} onChange={onChoose} />
      {every ? (
        <SeriesChart
          lines={shown && (split ? linesOfGroups(drawn, shown.answer.window) : windows)}
          label={title}
          measure={measure}
          every={every}
          zone={zone}
          height={HEIGHT}
        />
      ) : (
        <ChartFrame
          label={title}
          height={HEIGHT}
          values={
            shown && {
              heads: [
                { text: capital(split ? splitText(split) : ''), isFigure: false },
                { text: label, isFigure: true },
                ...(isCompared ? [{ text: comparedLabel(label), isFigure: true }] : []),
              ],
              rows: groups.map((group) => ({
                id: group.id,
                cells: [
                  group.name,
                  ...valuesOf(group).map((value, at) => (
                    <FigureLink
                      key={at}
                      records={at === 0 ? proofOf({ measure, where: group.where }) : undefined}
                    >
                      {formatMeasureExactly(measure, value)}
                    </FigureLink>
                  )),
                ],
              })),
            }
          }
          legend={isCompared && <ChartLegend lines={windows} zone={zone} />}
        >
          <GroupChart
            measure={measure}
            label={title}
            height={HEIGHT}
            windows={windows}
            groups={drawn.map((group) => ({ ...group, values: valuesOf(group) }))}
          />
        </ChartFrame>
      )}
      {groups.length > most && (
        <Text size="xs" c="dimmed" mt={4}>
          The chart shows the first {most} of {groups.length} groups.
        </Text>
      )}
    </div>
  );
}

type ChartGroup = NonNullable<Answer['by']>[string][number] & {
  id: string;
  name: string;
  /** The filters of its figures. */
  where: Filter[] | undefined;
};

/** The outermost groups that the table has rows of. Their ids are made of keys, as several may have the same name. */
function groupsOf({ by }: Answer, splits: readonly Split[], question: Question): ChartGroup[] {
  const [split, ...inner] = splits;
  if (!split) return [];
  const all = by?.groups ?? [];
  const names = keyTexts(all, splitText(split));
  const isConditioned = inner.length === 0 && knownHaving(question, splits.length) !== undefined;
  const groups = all.map((group, index) => ({
    ...group,
    id: JSON.stringify([group.isOther, group.key]),
    name: names[index] ?? '',
    // No filter tells the rest from groups that do not meet a condition.
    where:
      isConditioned && group.isOther ? undefined : [...question.where, ...groupFilters(split, group, all)],
  }));
  return groups.filter((group) => !hasNoGroups(group as Pick<Answer, 'by'>, inner.length));
}

function linesOfGroups(groups: readonly ChartGroup[], window: Line['window']): Line[] {
  return groups.map(({ id, name, where, series }) => ({
    id,
    label: name,
    window,
    where,
    buckets: series?.main ?? [],
  }));
}
