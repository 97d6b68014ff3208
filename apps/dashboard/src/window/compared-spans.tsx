import { Skeleton, Text } from '@mantine/core';
import type { SliceAnswer } from '../measures/use-slice.ts';
import { comparisonText } from './span-text.ts';

/** Says which time the figures are of, and which they are compared with: as the answer has it. */
export function ComparedSpans({ answer }: { answer: SliceAnswer | undefined }) {
  if (!answer) return <Skeleton h={21} maw={380} />;
  const { window, previous } = answer;
  return (
    <Text size="sm" c="dimmed" lh={1.5} component="p" m={0}>
      {comparisonText(window, previous?.window, window.timeZone)}
    </Text>
  );
}
