import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isSignedOut } from '../api/error-text.ts';

/** Goes to sign in again as soon as an answer says that the session has ended. */
export function useLeave(): void {
  const router = useRouter();
  const queryClient = useQueryClient();
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error' || !isSignedOut(event.action.error))
          return;
        const { pathname, href } = router.state.location;
        if (pathname === '/sign-in') return;
        queryClient.clear();
        void router.navigate({ to: '/sign-in', search: { to: href }, replace: true });
      }),
    [router, queryClient],
  );
}
