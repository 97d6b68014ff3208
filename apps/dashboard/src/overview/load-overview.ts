import { queryClient } from '../api/query-client.ts';
import { waitBriefly } from '../api/wait-briefly.ts';
import { sliceQuery } from '../measures/use-slice.ts';
import { askedWindow } from '../window/asked-window.ts';
import type { Comparison } from '../window/comparison.ts';
import type { WindowChoice } from '../window/presets.ts';
import { currentMinute } from '../window/use-minute.ts';
import { errorsQuestion, overviewQuestion, unpricedQuestion } from './overview-question.ts';

/**
 * Requests the figures of the overview while its code loads. The page waits briefly for them, so that it is drawn once; it
 * shows placeholders for later ones, and errors.
 */
export async function loadOverview(
  { choice, comparison, zone }: { choice: WindowChoice; comparison: Comparison; zone: string },
  { canWait }: { canWait: boolean },
): Promise<void> {
  const asked = askedWindow(choice, comparison, { minute: currentMinute(), zone });
  const answers = [overviewQuestion, errorsQuestion, unpricedQuestion].map((question) =>
    queryClient.prefetchQuery(sliceQuery(question(asked, zone), asked.minute)),
  );
  if (canWait) await waitBriefly(Promise.all(answers));
}
