import { useSubscription } from '@trpc/tanstack-react-query';
import { useRef, useState } from 'react';
import { trpc } from '../api/client.ts';
import type { AnyRecord } from '../kinds/record-kinds.ts';
import { newestFirst, useLatest } from './use-latest.ts';
import { useRefresh } from './use-refresh.ts';
import { useResubscribe } from './use-resubscribe.ts';

/** How many records the feed shows. */
const SHOWN = 12;

type LiveState = 'connecting' | 'live' | 'broken';

export type LiveRecords = {
  /** The newest first; undefined until it is known what there was. */
  records: AnyRecord[] | undefined;
  state: LiveState;
};

/** The records of the account as they are recorded; the figures on screen are kept up with them. */
export function useLiveRecords(): LiveRecords {
  const hasFailed = useRef(false);
  const [restarts, setRestarts] = useState(0);
  const earlier = useLatest(SHOWN, { restarts });
  const [later, setLater] = useState<AnyRecord[]>([]);
  const refresh = useRefresh();
  const { status, reset } = useSubscription(
    trpc.records.live.subscriptionOptions(
      {},
      {
        // Something may have been recorded between the first figures and the subscription.
        onStarted: () => {
          if (hasFailed.current) setRestarts((count) => count + 1);
          hasFailed.current = false;
          refresh();
        },
        onError: () => {
          hasFailed.current = true;
        },
        onData: ({ data }) => {
          // A place to resume from rather than a record.
          if (data.kind === 'position') return;
          setLater((known) => [data, ...known].slice(0, SHOWN));
          refresh();
        },
      },
    ),
  );
  useResubscribe(status === 'error', reset);
  const state = status === 'pending' ? 'live' : status === 'error' ? 'broken' : 'connecting';
  const seen = new Set(later.map(({ record }) => record.id));
  const records = earlier && newestFirst([...later, ...earlier.filter(({ record }) => !seen.has(record.id))]);
  return { records: records?.slice(0, SHOWN), state };
}
