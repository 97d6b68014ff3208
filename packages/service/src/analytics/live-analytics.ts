import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { databaseTime } from '../base/clock.ts';
import { wakes } from '../live/commit-signals.ts';
import type { Query } from '../operations/define.ts';
import { defineSubscription } from '../operations/subscription.ts';
import { Analytics, type AnalyticsInput, windowsOf } from './slice.schema.ts';
import { isRelative, MINUTE } from './windows.ts';

/** Milliseconds between two answers; the maximum covers lost notices. */
const MIN_INTERVAL = 500;
const MAX_INTERVAL = 15_000;

/** A subscription to the answers of a slice. */
export function defineLiveAnalytics<Input extends z.ZodType>(
  slice: Query<'analytics.slice', Input, typeof Analytics>,
) {
  return defineSubscription({
    name: 'analytics.live',
    summary: 'Follow a slice',
    description:
      'The answer of `analytics.slice` now, and anew whenever records that change it were committed, by any gateway. A window that runs until now moves on with each minute.',
    scope: 'analytics:read',
    input: slice.input,
    output: Analytics,
    async *run(context, input) {
      const { commits, signal, principal, call } = context;
      // Costs as much as one query, less the call that the subscription itself was charged.
      const cost = slice.cost?.(input) ?? 1;
      if (cost > 1) await call.admit?.(cost - 1, cost);
      // A query of its own, which is cancelled with the subscription. Its result is a plain value.
      const gone = () => signal;
      const answer = async (): Promise<Analytics | undefined> => {
        try {
          return (await slice.run({ ...context, call: { ...call, gone } }, input)) as Analytics;
        } catch (error) {
          if (signal.aborted) return undefined;
          throw error;
        }
      };
      // The input of any model's slice.
      const asked = windowsOf(input as unknown as AnalyticsInput);
      const moves = asked.some(({ window }) => isRelative(window));
      // At the turn of a minute, the window is another one.
      const atMost = () =>
        moves ? Math.min(MAX_INTERVAL, MINUTE - (databaseTime() % MINUTE)) : MAX_INTERVAL;
      let last: string | undefined;
      for await (const _ of wakes(commits, {
        developerId: principal.developerId,
        signal,
        atLeast: MIN_INTERVAL,
        atMost,
      })) {
        const started = performance.now();
        const data = await answer();
        if (!data) return;
        const elapsed = performance.now() - started;
        const text = JSON.stringify({ ...data, plan: undefined });
        if (text !== last) yield { data };
        last = text;
        // Bounds the load of slow slices to half of the time.
        await sleep(elapsed, undefined, { signal }).catch(() => undefined);
      }
    },
  });
}
