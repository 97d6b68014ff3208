export { defineCountedRecords } from './define-counted-records.ts';
export { defineSlice } from './define-slice.ts';
export { defineLiveAnalytics } from './live-analytics.ts';
export { type Measure, measureNames, measures } from './measures.ts';
export type {
  Analytics,
  AnalyticsSchema,
  Bucket,
  Comparison,
  FunnelStep,
  Group,
  Period,
  PlanStep,
  Slice,
  Totals,
} from './slice.schema.ts';
export { spreadFigures, spreadUnits, spreadValues } from './spread.ts';
