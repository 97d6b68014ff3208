import { liveAnalytics } from './live-analytics.ts';
import { sliceAnalytics } from './slice-analytics.ts';

export { measures } from './measures.ts';
export type {
  Analytics,
  Bucket,
  FunnelStep,
  Group,
  Period,
  PlanStep,
  Slice,
  Totals,
} from './slice.schema.ts';
export { sliceDimensions } from './slice-dimensions.ts';

export const analytics = { slice: sliceAnalytics };

export { liveAnalytics };
