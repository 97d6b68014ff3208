import { trpc } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { localDay } from '../format/instant.ts';
import { daysOf, type WindowChoice } from '../window/presets.ts';
import { chosenZone } from '../zone/use-zone.ts';
import { overviewQuestion } from './overview-question.ts';

/** How long a page waits for figures that may be ready as soon as its code is, in milliseconds. */
const WAIT_FOR = 300;

/**
 * Asks for the figures of the overview while its code is still on its way. Figures that come soon come with the page,
 * which is drawn once then; it shows the place of others, and what went wrong.
 */
export async function loadOverview(choice: WindowChoice, { canWait }: { canWait: boolean }): Promise<void> {
  const zone = chosenZone();
  const days = daysOf(choice, localDay(new Date(), zone));
  const asked = queryClient.prefetchQuery(trpc.analytics.slice.queryOptions(overviewQuestion(days, zone)));
  if (canWait) await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, WAIT_FOR))]);
}
