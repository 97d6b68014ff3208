import { VisuallyHidden } from '@mantine/core';
import { TextLink } from '../shell/links.tsx';
import type { Filter } from '../where/filters.ts';
import { formatMeasure, formatMeasureExactly, type Measure, type MeasureValue } from './measures.ts';

type FigureProps = {
  measure: Measure;
  value: MeasureValue;
  text: string;
  /** The filters of the figure, which then links to its records. */
  where?: readonly Filter[] | undefined;
};

/** A figure as `text` shows it. Screen readers get the exact figure instead of the compact form. */
export function Figure({ where, ...figure }: FigureProps) {
  const { measure, value } = figure;
  // A number of sessions counts no records.
  if (!where || value === null || value === undefined || measure === 'sessions')
    return <FigureText {...figure} />;
  return (
    <TextLink
      to="/records"
      search={{ measure, ...(where.length > 0 && { where: [...where] }) }}
      underline="hover"
      c="inherit"
      inherit
    >
      <FigureText {...figure} />
    </TextLink>
  );
}

function FigureText({ measure, value, text }: Omit<FigureProps, 'where'>) {
  if (text === formatMeasure(measure, value)) return text;
  return (
    // Positioned, so that the hidden text scrolls with its table instead of widening the page.
    <span style={{ position: 'relative' }}>
      <span aria-hidden>{text}</span>
      <VisuallyHidden>{formatMeasureExactly(measure, value)}</VisuallyHidden>
    </span>
  );
}
