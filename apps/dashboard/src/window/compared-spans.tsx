import { Skeleton, Text } from '@mantine/core';
import type { SliceAnswer } from '../measures/use-slice.ts';
import { comparisonText } from './span-text.ts';

/** The window of the figures and the one that they are compared with, both as the answer names them. */
export function ComparedSpans({ answer }: { answer: SliceAnswer | undefined }) {
  if (!answer) return <Skeleton h={21} maw={380} />;
  const { window, previous } = answer;
  return (
    <Text size="sm" c="dimmed" lh={1.5} component="p" m={0}>
      {comparisonText(window, previous?.window, window.timeZone)}
    </Text>
  );
}
