import type { Line } from './chart-data.ts';
import type { LineLook } from './line-swatch.tsx';

/** Colours that most people with colour blindness can tell apart, too. */
const colors = [
  'indigo-6',
  'orange-6',
  'teal-6',
  'pink-6',
  'cyan-6',
  'yellow-7',
  'grape-6',
  'lime-7',
  'red-6',
  'gray-6',
] as const;

function colorAt(index: number): string {
  return `var(--mantine-color-${colors[index % colors.length]})`;
}

/** A comparison is dashed and without a colour of its own. */
export function lookOf(lines: readonly Line[], index: number): LineLook {
  const isDashed = lines[index]?.isComparison;
  return { color: isDashed ? 'var(--mantine-color-dimmed)' : colorAt(index), isDashed };
}
