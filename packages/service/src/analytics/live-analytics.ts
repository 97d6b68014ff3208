import { defineSubscription } from '../kernel/live/subscription.ts';
import { wakes } from '../kernel/live/wakes.ts';
import { Analytics, AnalyticsInput } from './slice.schema.ts';
import { sliceAnalytics } from './slice-analytics.ts';

/** How often running totals are computed at most, and at least, in milliseconds. */
const AT_LEAST = 500;
const AT_MOST = 15_000;

export const liveAnalytics = defineSubscription({
  name: 'analytics.live',
  summary: 'Follow a slice',
  description:
    'The answer of `analytics.slice` now, and anew whenever records that change it were committed, by any gateway.',
  scope: 'analytics:read',
  input: AnalyticsInput,
  output: Analytics,
  async *run(context, input) {
    const { commits, signal, principal } = context;
    let last: string | undefined;
    for await (const _ of wakes(commits, {
      developerId: principal.developerId,
      signal,
      atLeast: AT_LEAST,
      atMost: AT_MOST,
    })) {
      // Each answer is one of its own, as if it had been asked for anew; its result is always a plain value.
      const data = (await sliceAnalytics.run({ ...context, call: { ...context.call } }, input)) as Analytics;
      const text = JSON.stringify({ ...data, plan: undefined });
      if (text !== last) yield { data };
      last = text;
    }
  },
});
