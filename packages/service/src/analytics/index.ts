import { liveAnalytics } from './live-analytics.ts';
import { sliceAnalytics } from './slice-analytics.ts';

export { sliceDimensions } from './dimensions.ts';
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

export const analytics = { slice: sliceAnalytics };

export { liveAnalytics };
