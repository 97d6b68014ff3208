import { redirect } from '@tanstack/react-router';
import { trpc } from '../api/client.ts';
import { isSignedOut } from '../api/error-text.ts';
import { queryClient } from '../api/query-client.ts';

/** Lets somebody pass who is signed in; sends others to sign in first. */
export async function requireAccount({ location }: { location: { href: string } }): Promise<void> {
  try {
    await queryClient.ensureQueryData(trpc.account.get.queryOptions({}));
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { to: location.href } });
  }
}
