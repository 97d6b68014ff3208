import { sliceAnalytics } from './slice-analytics.ts';

export type { Analytics, AnalyticsInput, Bucket, FunnelStep, Group, Slice, Totals } from './slice.schema.ts';

export const analytics = { slice: sliceAnalytics };
