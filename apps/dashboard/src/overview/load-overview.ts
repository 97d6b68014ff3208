import { trpc } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { askedWindow } from '../window/asked-window.ts';
import type { Comparison } from '../window/comparison.ts';
import type { WindowChoice } from '../window/presets.ts';
import { currentMinute } from '../window/use-minute.ts';
import { chosenZone } from '../zone/use-zone.ts';
import { overviewQuestion } from './overview-question.ts';

/** How long a page waits for figures that may be ready as soon as its code is, in milliseconds. */
const WAIT_FOR = 300;

/**
 * Asks for the figures of the overview while its code is still on its way. Figures that come soon come with the page,
 * which is drawn once then; it shows the place of others, and what went wrong.
 */
export async function loadOverview(
  { choice, comparison }: { choice: WindowChoice; comparison: Comparison },
  { canWait }: { canWait: boolean },
): Promise<void> {
  const zone = chosenZone();
  const window = askedWindow(choice, comparison, { minute: currentMinute(), zone });
  const asked = queryClient.prefetchQuery(trpc.analytics.slice.queryOptions(overviewQuestion(window, zone)));
  if (canWait) await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, WAIT_FOR))]);
}
