import { Box, Skeleton, Text } from '@mantine/core';
import type { SliceAnswer } from '../measures/use-slice.ts';
import { comparisonText } from './span-text.ts';

/** The window of the figures and the one that they are compared with, both as the answer names them. */
export function ComparedSpans({ answer }: { answer: SliceAnswer | undefined }) {
  return (
    // On a phone, two lines from the start, so that the page below does not move when the text comes.
    <Box mih={{ base: 42, xs: 21 }}>
      {answer ? (
        <Text size="sm" c="dimmed" lh={1.5} component="p" m={0}>
          {withoutBreaks(comparisonText(answer.window, answer.previous?.window, answer.window.timeZone))}
        </Text>
      ) : (
        <Skeleton h={21} maw={380} />
      )}
    </Box>
  );
}

/** Lines break behind commas and dashes, never within a date or time. */
function withoutBreaks(text: string): string {
  return text.replaceAll(/(?<![,–]) /g, '\u00a0');
}
