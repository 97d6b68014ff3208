import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';

type ChartFrameProps = { label: string; height: number; isLoading: boolean; children: ReactNode };

/** Keeps the place of a chart while its data, or the chart library itself, is on its way. */
export function ChartFrame({ label, height, isLoading, children }: ChartFrameProps) {
  const placeholder = <Skeleton h={height} />;
  return (
    <figure aria-label={label} style={{ margin: 0, minHeight: height }}>
      {isLoading ? placeholder : <Suspense fallback={placeholder}>{children}</Suspense>}
    </figure>
  );
}
