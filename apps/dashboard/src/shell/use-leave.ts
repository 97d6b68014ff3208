import { type RegisteredRouter, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isSignedOut } from '../api/error-text.ts';
import { queryClient } from '../api/query-client.ts';
import { onOtherTab } from './other-tabs.ts';

/**
 * Goes to sign-in as soon as any answer says that the session has ended, and reloads the page when another tab signs in or
 * out.
 */
export function useLeave(): void {
  const router = useRouter();
  useEffect(() => {
    const leaveOn = (event: { type: string; action?: { type: string; error?: unknown } }) => {
      if (event.type !== 'updated' || event.action?.type !== 'error' || !isSignedOut(event.action.error))
        return;
      leave(router);
    };
    const stops = [
      queryClient.getQueryCache().subscribe(leaveOn),
      queryClient.getMutationCache().subscribe(leaveOn),
      // The page may show data of the previous account.
      onOtherTab(() => window.location.reload()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [router]);
}

/** Goes to sign-in, which leads back to the page. */
export function leave(router: RegisteredRouter): void {
  const { pathname, href } = router.state.location;
  if (pathname === '/sign-in') return;
  queryClient.clear();
  void router.navigate({ to: '/sign-in', search: { to: href }, replace: true });
}
