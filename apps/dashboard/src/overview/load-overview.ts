import { trpc } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { waitBriefly } from '../api/wait-briefly.ts';
import { askedWindow } from '../window/asked-window.ts';
import type { Comparison } from '../window/comparison.ts';
import type { WindowChoice } from '../window/presets.ts';
import { currentMinute } from '../window/use-minute.ts';
import { chosenZone } from '../zone/use-zone.ts';
import { overviewQuestion } from './overview-question.ts';

/**
 * Requests the figures of the overview while its code loads. The page waits briefly for them, so that it is drawn once; it
 * shows placeholders for later ones, and errors.
 */
export async function loadOverview(
  { choice, comparison }: { choice: WindowChoice; comparison: Comparison },
  { canWait }: { canWait: boolean },
): Promise<void> {
  const zone = chosenZone();
  const window = askedWindow(choice, comparison, { minute: currentMinute(), zone });
  const asked = queryClient.prefetchQuery(trpc.analytics.slice.queryOptions(overviewQuestion(window, zone)));
  if (canWait) await waitBriefly(asked);
}
