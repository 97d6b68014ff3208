import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { ofMinute } from '../live/use-refresh.ts';
import { type SliceAnswer, sliceQuery } from '../measures/use-slice.ts';
import type { AskedWindow } from '../window/asked-window.ts';
import { attentionOf, type Sentence } from './attention.ts';
import { changesQuestion, errorsQuestion, unpricedQuestion } from './overview-question.ts';

type Asked = { asked: AskedWindow; zone: string };

/**
 * The sentences about a period, once all of its answers have come; undefined before. Those of the minute before stay until then.
 * `hasFailed` says that an answer is missing.
 */
export function useAttention(answer: SliceAnswer | undefined, { asked, zone }: Asked) {
  const isCompared = answer?.previous !== undefined;
  const changes = useQuery({
    ...sliceQuery(changesQuestion(asked, zone), asked.minute),
    ...ofMinute,
    enabled: isCompared,
  });
  const errors = useQuery(sliceQuery(errorsQuestion(asked, zone), asked.minute));
  const unpriced = useQuery(sliceQuery(unpricedQuestion(asked, zone), asked.minute));
  const all = [errors, unpriced, ...(isCompared ? [changes] : [])];
  const last = useRef<{ sentences: Sentence[]; hasFailed: boolean; about: string }>(undefined);
  const about = JSON.stringify([asked.window, asked.previous, zone]);
  if (answer && all.every(({ isPending }) => !isPending)) {
    const changed = isCompared ? changes.data?.by : undefined;
    const sentences = attentionOf({
      losing: membersOf(answer.by?.losingAgents, answer.by?.losingCustomers),
      rises: membersOf(changed?.risenAgents, changed?.risenCustomers),
      falls: membersOf(changed?.fallenAgents, changed?.fallenCustomers),
      errors: errors.data?.by?.agents,
      unpricedEvents: unpriced.data?.totals?.unpricedEvents,
    });
    last.current = { sentences, hasFailed: all.some(({ error }) => error !== null), about };
  }
  return last.current?.about === about ? last.current : undefined;
}

type Groups = NonNullable<SliceAnswer['by']>[string];

function membersOf(agents: Groups = [], customers: Groups = []) {
  return { agents, customers };
}
