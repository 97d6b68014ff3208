import { Text } from '@mantine/core';
import { keyText } from '../catalogue/key-text.ts';
import { ChartFrame } from '../charts/chart-frame.tsx';
import { GroupChart, TimeChart } from '../charts/lazy-charts.ts';
import { measures } from '../measures/measures.ts';
import type { Answer } from './answer-rows.ts';
import { isComplete, type Question, splitText } from './question.ts';

type AnswerChartProps = { question: Question; answer: Answer | undefined; zone: string };

const MOST_LINES = 8;
const MOST_BARS = 12;
const HEIGHT = 300;

/** The first measure: over time with a bucket, else as bars of the outermost groups. */
export function AnswerChart({ question, answer, zone }: AnswerChartProps) {
  const [measure = 'revenue'] = question.measures;
  const [split] = question.by.filter(isComplete);
  const { every } = question;
  const { label } = measures[measure];
  if (!every && !split) return null;
  const groups = answer?.by?.groups ?? [];
  const nameOf = (group: (typeof groups)[number]) => keyText(group, split ? splitText(split) : '');
  const shown = every ? MOST_LINES : MOST_BARS;
  const about = [label, split && `by ${splitText(split)}`, every && `by ${every}`].filter(Boolean).join(' ');
  return (
    <>
      <ChartFrame label={about} height={HEIGHT} isLoading={!answer}>
        {every ? (
          <TimeChart
            lines={
              split
                ? groups
                    .slice(0, shown)
                    .map((group) => ({ label: nameOf(group), buckets: group.series?.main ?? [] }))
                : [{ label, buckets: answer?.series?.main ?? [] }]
            }
            measure={measure}
            every={every}
            zone={zone}
            height={HEIGHT}
          />
        ) : (
          <GroupChart
            measure={measure}
            label={label}
            height={HEIGHT}
            groups={groups
              .slice(0, shown)
              .map((group) => ({ label: nameOf(group), value: group.totals?.[measure] }))}
          />
        )}
      </ChartFrame>
      {groups.length > shown && (
        <Text size="xs" c="dimmed">
          The chart shows the first {shown} of {groups.length} groups.
        </Text>
      )}
    </>
  );
}
