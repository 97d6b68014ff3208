import { VisuallyHidden } from '@mantine/core';
import { formatMeasure, formatMeasureExactly, type Measure, type MeasureValue } from './measures.ts';

type FigureProps = { measure: Measure; value: MeasureValue; text: string };

/** A figure as `text` shows it. Screen readers get the exact figure instead of the compact form. */
export function Figure({ measure, value, text }: FigureProps) {
  if (text === formatMeasure(measure, value)) return text;
  return (
    // Positioned, so that the hidden text scrolls with its table instead of widening the page.
    <span style={{ position: 'relative' }}>
      <span aria-hidden>{text}</span>
      <VisuallyHidden>{formatMeasureExactly(measure, value)}</VisuallyHidden>
    </span>
  );
}
