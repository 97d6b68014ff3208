import { lazy } from 'react';
import { loadCode } from '../app/load-code.ts';

// The chart library is as large as everything else together, and no figure waits for it.
export const TimeChart = lazy(() =>
  loadCode(() => import('./time-chart.tsx')).then(({ TimeChart }) => ({ default: TimeChart })),
);
export const GroupChart = lazy(() =>
  loadCode(() => import('./group-chart.tsx')).then(({ GroupChart }) => ({ default: GroupChart })),
);
