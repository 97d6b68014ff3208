import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { ofMinute } from '../live/use-refresh.ts';
import { type SliceAnswer, sliceQuery } from '../measures/use-slice.ts';
import type { AskedWindow } from '../window/asked-window.ts';
import { attentionOf, type Sentence } from './attention.ts';
import { errorsQuestion, fallsQuestion, risesQuestion, unpricedQuestion } from './overview-question.ts';

type Asked = { asked: AskedWindow; zone: string };

/**
 * The sentences about a period, once all of its answers have come; undefined before. Those of the minute before stay until then.
 * `hasFailed` says that an answer is missing.
 */
export function useAttention(answer: SliceAnswer | undefined, { asked, zone }: Asked) {
  const isCompared = answer?.previous !== undefined;
  const falls = useQuery({
    ...sliceQuery(answer ? fallsQuestion(answer) : risesQuestion(asked, zone), asked.minute),
    ...ofMinute,
    enabled: isCompared,
  });
  const rises = useQuery({
    ...sliceQuery(risesQuestion(asked, zone), asked.minute),
    ...ofMinute,
    enabled: isCompared,
  });
  const errors = useQuery(sliceQuery(errorsQuestion(asked, zone), asked.minute));
  const unpriced = useQuery(sliceQuery(unpricedQuestion(asked, zone), asked.minute));
  const all = [errors, unpriced, ...(isCompared ? [falls, rises] : [])];
  const last = useRef<{ sentences: Sentence[]; hasFailed: boolean; about: string }>(undefined);
  const about = JSON.stringify([asked.window, asked.previous, zone]);
  if (answer && all.every(({ isPending }) => !isPending)) {
    const sentences = attentionOf({
      losing: { agents: answer.by?.losingAgents ?? [], customers: answer.by?.losingCustomers ?? [] },
      rises: isCompared ? membersOf(rises.data) : undefined,
      falls: isCompared ? membersOf(falls.data) : undefined,
      errors: errors.data?.by?.agents,
      unpricedEvents: unpriced.data?.totals?.unpricedEvents,
    });
    last.current = { sentences, hasFailed: all.some(({ error }) => error !== null), about };
  }
  return last.current?.about === about ? last.current : undefined;
}

function membersOf(answer: SliceAnswer | undefined) {
  return { agents: answer?.by?.agents ?? [], customers: answer?.by?.customers ?? [] };
}
