import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { trpc } from '../api/client.ts';

/** When to try again, in milliseconds. */
const AGAIN_AFTER = 2_000;

/**
 * Subscribes anew after a subscription was refused or its server was away. It asks for the account first: the browser does
 * not tell why an event stream is refused, and a session that has ended leads to signing in.
 */
export function useComeBack(isBroken: boolean, subscribe: () => void): void {
  const queryClient = useQueryClient();
  const latest = useRef(subscribe);
  latest.current = subscribe;
  useEffect(() => {
    if (!isBroken) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const later = (next: () => void) => {
      if (!isOver) timer = setTimeout(next, AGAIN_AFTER);
    };
    const ask = () =>
      queryClient.fetchQuery({ ...trpc.account.get.queryOptions({}), staleTime: 0 }).then(
        () => later(() => latest.current()),
        () => later(() => void ask()),
      );
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isBroken, queryClient]);
}
