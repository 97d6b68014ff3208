import { setTimeout as sleep } from 'node:timers/promises';
import { wakes } from '../live/wakes.ts';
import { defineSubscription } from '../operations/subscription.ts';
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
    const { commits, signal, principal, call } = context;
    // As much as asking once; one call was charged for the subscription itself.
    const cost = sliceAnalytics.cost?.(input) ?? 1;
    if (cost > 1) await call.admit?.(cost - 1, cost);
    // Each answer is one of its own, as if it had been asked for anew, that nobody waits for when the subscription ends. Its
    // result is always a plain value.
    const gone = () => signal;
    const answer = async (): Promise<Analytics | undefined> => {
      try {
        return (await sliceAnalytics.run({ ...context, call: { ...call, gone } }, input)) as Analytics;
      } catch (error) {
        if (signal.aborted) return undefined;
        throw error;
      }
    };
    let last: string | undefined;
    for await (const _ of wakes(commits, {
      developerId: principal.developerId,
      signal,
      atLeast: AT_LEAST,
      atMost: AT_MOST,
    })) {
      const started = performance.now();
      const data = await answer();
      if (!data) return;
      const elapsed = performance.now() - started;
      const text = JSON.stringify({ ...data, plan: undefined });
      if (text !== last) yield { data };
      last = text;
      // What is slow to answer takes half of the time, however much is recorded. The end only ends the wait.
      await sleep(elapsed, undefined, { signal }).catch(() => undefined);
    }
  },
});
