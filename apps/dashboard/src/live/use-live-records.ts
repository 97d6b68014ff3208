import { useDocumentVisibility } from '@mantine/hooks';
import { useSubscription } from '@trpc/tanstack-react-query';
import { useRef, useState } from 'react';
import { trpc } from '../api/client.ts';
import { isSignedOut } from '../api/error-text.ts';
import { useIsOnline } from '../api/use-is-online.ts';
import { checkServer } from '../api/watch-server.ts';
import type { AnyRecord } from '../kinds/record-kinds.ts';
import { newestFirst, useLatest } from './use-latest.ts';
import { useRefresh } from './use-refresh.ts';

/** How many records the feed shows. */
const SHOWN = 12;

/** The states of the stream, as they are shown. */
export const liveStates = {
  connecting: { color: 'var(--mantine-color-dimmed)', text: 'Connecting' },
  live: { color: 'var(--outturn-good)', text: 'Live' },
  broken: { color: 'var(--outturn-bad)', text: 'Not connected' },
} as const;

export type LiveRecords = {
  /** Newest first; undefined until the first answer. */
  records: AnyRecord[] | undefined;
  state: keyof typeof liveStates;
};

type Corrected = { correction: { recordId: string }; after: AnyRecord['record'] | null };

/** The entry as it is after a correction: none if that has voided its record. */
function corrected(entry: AnyRecord, { correction, after }: Corrected): AnyRecord[] {
  if (entry.record.id !== correction.recordId) return [entry];
  // A correction never changes the kind of a record.
  return after ? [{ ...entry, record: after } as AnyRecord] : [];
}

/** The records of the account as they are recorded; the figures on screen are kept up with them. */
export function useLiveRecords(): LiveRecords {
  const { data: earlier, refetch } = useLatest(SHOWN);
  const [later, setLater] = useState<AnyRecord[]>([]);
  const refresh = useRefresh();
  const isOnline = useIsOnline();
  // Browsers open six connections to a server over HTTP/1.1, which hidden tabs would use up.
  const isVisible = useDocumentVisibility() === 'visible';
  /** Whether all is shown that was recorded before the stream began. */
  const isCaughtUp = useRef(false);
  const { status, error, reset } = useSubscription(
    trpc.records.live.subscriptionOptions(
      {},
      {
        enabled: isOnline && isVisible,
        onStarted: () => {
          isCaughtUp.current = false;
        },
        onConnectionStateChange: (connection) => {
          // The client connects again by itself; whether the server is there is seen sooner.
          if (connection.error) checkServer();
        },
        onError: (refusal) => {
          if (isSignedOut(refusal)) checkServer();
          // The stream was interrupted for so long that it cannot go on where it was.
          else if (isCaughtUp.current) {
            isCaughtUp.current = false;
            reset();
          }
        },
        onData: ({ data }) => {
          if (data.kind !== 'position' || !isCaughtUp.current) refresh();
          if (!isCaughtUp.current) void refetch();
          isCaughtUp.current = true;
          // A place to resume from rather than a record.
          if (data.kind === 'position') return;
          if ('record' in data) setLater((known) => [data, ...known].slice(0, SHOWN));
          else {
            // Repricing names no records: those that are shown may be among them.
            if ('correction' in data) setLater((known) => known.flatMap((entry) => corrected(entry, data)));
            void refetch();
          }
        },
      },
    ),
  );
  const isBroken = Boolean(error) || !isOnline;
  const state = isBroken ? 'broken' : status === 'pending' ? 'live' : 'connecting';
  const seen = new Set(later.map(({ record }) => record.id));
  const records = earlier && newestFirst([...later, ...earlier.filter(({ record }) => !seen.has(record.id))]);
  return { records: records?.slice(0, SHOWN), state };
}
