import type { Draft } from '../mount/schema-builder.ts';
import { mountAnalyticsField } from './analytics-field.ts';
import { mountAnalyticsSubscription } from './analytics-subscription.ts';
import { sliceArguments } from './slice-arguments.ts';
import { sliceEnums } from './slice-enums.ts';
import { sliceInputs } from './slice-inputs.ts';
import { analyticsType } from './slice-types.ts';

/** Enums come first, as inputs use them. */
export function mountAnalytics(draft: Draft): void {
  const slices = { ...sliceEnums(draft), ...sliceInputs(draft) };
  const parts = { type: analyticsType(draft, slices), args: sliceArguments(draft, slices) };
  mountAnalyticsField(draft, parts);
  mountAnalyticsSubscription(draft, parts);
}
