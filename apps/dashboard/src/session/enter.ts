import { useRouter } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
import { tellOtherTabs } from '../shell/other-tabs.ts';

/** Forgets what was known of somebody else, and goes on. */
export function useEnter(): (to?: string) => Promise<void> {
  const router = useRouter();
  return async (to = '/') => {
    queryClient.clear();
    tellOtherTabs();
    await router.invalidate();
    await router.navigate({ href: to, replace: true });
  };
}
