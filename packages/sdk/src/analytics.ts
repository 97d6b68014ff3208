import { OutturnConnectionError } from './errors.ts';
import type { AnalyticsInput, CountedRecordsInput } from './generated/analytics.ts';
import { type Send, toBody } from './groups.ts';
import type { RecordKind, RecordOf } from './operations.ts';
import type { CallOptions } from './options.ts';

/** A record that a number counts, with its kind. */
export type CountedRecord = { [Kind in RecordKind]: { kind: Kind; record: RecordOf<Kind> } }[RecordKind];

/** By POST, because a question may be too long for a URL. */
export async function ask<Answer>(
  send: Send,
  operation: 'analytics.slice' | 'analytics.records',
  question: AnalyticsInput | CountedRecordsInput,
  options: CallOptions | undefined,
): Promise<Answer> {
  const body = toBody(operation, question);
  const answer = await send({ method: 'POST', path: `/trpc/${operation}`, body }, options);
  const { result } = (answer.body ?? {}) as { result?: { data: Answer } };
  if (!result) throw new OutturnConnectionError('The answer to a question is not from Outturn');
  return result.data;
}
