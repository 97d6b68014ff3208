import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { trpc } from '../api/client.ts';

/** How long to gather what is being recorded before asking for figures again, in milliseconds. */
const GATHER_FOR = 400;

/** Marks a question that is asked at each new minute, rather than with each record. */
export const ofMinute = { meta: { isOfMinute: true } };

/**
 * A function that asks for the figures on screen again: one question at a time, however often it is called, and one
 * more after the last call, so that the figures end equal to the ledger's.
 */
export function useRefresh(): () => void {
  const queryClient = useQueryClient();
  const state = useRef({ isStale: false, isRunning: false });
  return () => {
    const { current } = state;
    current.isStale = true;
    if (current.isRunning) return;
    current.isRunning = true;
    void (async () => {
      while (current.isStale) {
        await new Promise((resolve) => setTimeout(resolve, GATHER_FOR));
        current.isStale = false;
        await queryClient.invalidateQueries({
          ...trpc.analytics.pathFilter(),
          predicate: ({ meta }) => meta?.isOfMinute !== true,
        });
      }
      current.isRunning = false;
    })();
  };
}
