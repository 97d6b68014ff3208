import { OutturnConnectionError } from './errors.ts';
import type { Analytics, AnalyticsInput } from './generated/analytics.ts';
import { type Send, toBody } from './groups.ts';
import type { CallOptions } from './options.ts';

/** By POST, because a question may be too long for a URL. */
export async function ask(
  send: Send,
  question: AnalyticsInput,
  options: CallOptions | undefined,
): Promise<Analytics> {
  const body = toBody('analytics.slice', question);
  const answer = await send({ method: 'POST', path: '/trpc/analytics.slice', body }, options);
  const { result } = (answer.body ?? {}) as { result?: { data: Analytics } };
  if (!result) throw new OutturnConnectionError('The answer to a question is not from Outturn');
  return result.data;
}
