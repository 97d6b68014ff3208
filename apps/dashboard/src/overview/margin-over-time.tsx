import { Paper, Title } from '@mantine/core';
import { MarginChart } from '../charts/margin-chart.tsx';
import { linesOf } from '../charts/measure-over-time.tsx';
import type { ShownSlice } from '../measures/use-slice.ts';
import { bucketPeriod } from '../window/bucket-period.ts';
import { addDays } from '../window/days.ts';
import type { Span } from '../window/span-text.ts';
import { usePeriod } from '../window/use-period.ts';

const HEIGHT = 280;

/** The margin of a period, with its revenue and cost. A selection of the chart becomes the period. */
export function MarginOverTime({ shown }: { shown: ShownSlice | undefined }) {
  const { asked, zone, setChoice } = usePeriod();
  const every = shown?.question.series?.main?.every ?? 'day';
  const title = `Margin by ${every}`;
  const { days } = asked;
  const hasDays = addDays(days.from, 1) < days.to;
  const open = ({ from, to }: Span) => {
    if (!shown) return;
    const { window } = shown.answer;
    setChoice(bucketPeriod({ start: from, end: to }, { window, every: 'day', zone: window.timeZone }));
  };
  return (
    <Paper withBorder p="md" h="100%">
      <Title order={2} size="h4" mb="md">
        {title}
      </Title>
      <MarginChart
        label={title}
        lines={shown && linesOf(shown, [])}
        every={every}
        zone={shown?.answer.window.timeZone ?? zone}
        height={HEIGHT}
        onOpen={hasDays ? open : undefined}
      />
    </Paper>
  );
}
