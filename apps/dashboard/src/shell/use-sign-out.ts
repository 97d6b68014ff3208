import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { tellTrouble } from '../feedback/tell.ts';
import { tellOtherTabs } from './other-tabs.ts';

export function useSignOut() {
  const router = useRouter();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      // Loaded here to keep it out of the first load.
      const { auth, orThrow } = await import('../api/auth.ts');
      return orThrow(await auth.signOut());
    },
    onSuccess: async () => {
      tellOtherTabs();
      await router.navigate({ to: '/sign-in' });
      queryClient.clear();
    },
    onError: tellTrouble,
  });
}
