import { useQuery } from '@tanstack/react-query';
import { faultOfClaim } from '../api/auth.ts';
import { claimTokenOf } from './return-search.ts';

type SignUpMode = 'open' | 'invite' | 'closed';

/** Whether a visitor who returns to `to` can create an account; `mode` is undefined until the server answers. */
export function useSignUp(to: string | undefined) {
  const { data: mode, isPending } = useQuery({
    queryKey: ['sign-up-mode'],
    queryFn: fetchMode,
    retry: false,
  });
  const claimToken = claimTokenOf(to);
  const canSignUp = mode !== 'closed' && (mode !== 'invite' || claimToken !== undefined);
  return { mode, isPending, claimToken, canSignUp };
}

/** Why the claim link of this token does not work, if it does not; no token has no fault. */
export function useClaimFault(token: string | undefined) {
  const { data, isLoading } = useQuery({
    queryKey: ['claim-fault', token],
    queryFn: () => faultOfClaim(token ?? ''),
    enabled: Boolean(token),
    retry: false,
    // The page itself uses up the link. A second check would then show the link as used.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return { fault: data ? new Error(data) : undefined, isLoading };
}

async function fetchMode(): Promise<SignUpMode> {
  const response = await fetch('/api/auth/sign-up');
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  const { mode } = (await response.json()) as { mode: SignUpMode };
  return mode;
}
