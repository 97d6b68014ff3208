import { useRouter } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
import { tellOtherTabs } from '../shell/other-tabs.ts';

/** Clears the data of the previous account and goes on to a page. */
export function useEnter(): (to?: string) => Promise<void> {
  const router = useRouter();
  return async (to = '/') => {
    queryClient.clear();
    router.clearCache();
    tellOtherTabs();
    await router.navigate({ href: to, replace: true });
  };
}

/** Loads the code of a page that somebody is about to enter, while their password is checked. */
export function usePageCode(): (to?: string) => void {
  const router = useRouter();
  return (to = '/') => {
    const { pathname } = new URL(to, location.origin);
    // Entering the page tells what is wrong.
    const [routes] = router.getMatchedRoutes(pathname);
    for (const route of routes) void router.loadRouteChunk(route)?.catch(() => undefined);
  };
}
