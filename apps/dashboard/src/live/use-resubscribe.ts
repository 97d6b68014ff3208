import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { trpc } from '../api/client.ts';

/** Waits before the check of the session, and before each try after it, in milliseconds. */
const CHECK_AFTER = { least: 0, most: 500 };
const RETRY_AFTER = { least: 1_000, most: 4_000 };

/**
 * Subscribes again after a subscription failed. It asks for the account first: the browser does not tell why an event stream
 * is refused, and a session that has ended leads to signing in. Waits are random, as one failure breaks many dashboards at once.
 */
export function useResubscribe(isBroken: boolean, subscribe: () => void): void {
  const queryClient = useQueryClient();
  const latest = useRef(subscribe);
  latest.current = subscribe;
  useEffect(() => {
    if (!isBroken) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const later = ({ least, most }: typeof RETRY_AFTER, next: () => void) => {
      if (!isOver) timer = setTimeout(next, least + Math.random() * (most - least));
    };
    const ask = () =>
      queryClient.fetchQuery({ ...trpc.account.get.queryOptions({}), staleTime: 0 }).then(
        () => later(RETRY_AFTER, () => latest.current()),
        () => later(RETRY_AFTER, () => void ask()),
      );
    later(CHECK_AFTER, () => void ask());
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isBroken, queryClient]);
}
