import { redirect } from '@tanstack/react-router';
import { client, trpc } from '../api/client.ts';
import { isSignedOut } from '../api/error-text.ts';
import { queryClient } from '../api/query-client.ts';
import type { ReturnSearch } from './return-search.ts';

/** Timeout of the request, as the server may be away, in milliseconds. */
const ANSWER_WITHIN = 3_000;

const account = trpc.account.get.queryOptions({});

type Arrival = { location: { href: string } };

/** Lets signed-in visitors pass and redirects others to sign-in. */
export function requireAccount(arrival: Arrival): Promise<void> {
  return requireAccountElse('/sign-in', arrival);
}

/** Like {@link requireAccount}, but redirects to sign-up: most visitors have no account yet. */
export function requireAccountOrSignUp(arrival: Arrival): Promise<void> {
  return requireAccountElse('/sign-up', arrival);
}

async function requireAccountElse(form: '/sign-in' | '/sign-up', { location }: Arrival): Promise<void> {
  try {
    await queryClient.ensureQueryData(account);
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    throw redirect({ to: form, search: location.href === '/' ? {} : { to: location.href } });
  }
}

/** Redirects signed-in visitors from a form to the page that they were going to. */
export async function skipWithAccount({ search: { to = '/' } }: { search: ReturnSearch }): Promise<void> {
  // The page that redirected here has just asked.
  if (isSignedOut(queryClient.getQueryState(account.queryKey)?.error)) return;
  try {
    // Not from the cache, which still has the account right after signing out.
    await client.account.get.query({}, { signal: AbortSignal.timeout(ANSWER_WITHIN) });
  } catch {
    return;
  }
  throw redirect({ href: to, replace: true });
}
