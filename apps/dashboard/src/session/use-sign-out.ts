import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { auth, orThrow } from '../api/auth.ts';
import { tellTrouble } from '../feedback/tell.ts';

export function useSignOut() {
  const router = useRouter();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => orThrow(await auth.signOut()),
    onSuccess: async () => {
      await router.navigate({ to: '/sign-in' });
      queryClient.clear();
    },
    onError: tellTrouble,
  });
}
