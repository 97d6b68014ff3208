import { lazy } from 'react';

// The chart library is as large as everything else together, and no figure waits for it.
export const TimeChart = lazy(() =>
  import('./time-chart.tsx').then(({ TimeChart }) => ({ default: TimeChart })),
);
export const GroupChart = lazy(() =>
  import('./group-chart.tsx').then(({ GroupChart }) => ({ default: GroupChart })),
);
