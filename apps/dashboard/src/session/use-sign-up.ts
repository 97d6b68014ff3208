import { useQuery } from '@tanstack/react-query';
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

async function fetchMode(): Promise<SignUpMode> {
  const response = await fetch('/api/auth/sign-up');
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  const { mode } = (await response.json()) as { mode: SignUpMode };
  return mode;
}
