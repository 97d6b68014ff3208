import { redirect } from '@tanstack/react-router';
import { client, trpc } from '../api/client.ts';
import { isSignedOut } from '../api/error-text.ts';
import { queryClient } from '../api/query-client.ts';
import type { ReturnSearch } from './return-search.ts';

/** How long a form waits for what nobody may answer, in milliseconds. */
const ANSWER_WITHIN = 3_000;

const account = trpc.account.get.queryOptions({});

type Arrival = { location: { href: string } };

/** Lets somebody pass who is signed in; sends others to sign in first. */
export function requireAccount(arrival: Arrival): Promise<void> {
  return requireAccountElse('/sign-in', arrival);
}

/** The same where most are new: sends others to sign up. */
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

/** Leads somebody who is signed in past signing in, to where they were going. */
export async function skipWithAccount({ search: { to = '/' } }: { search: ReturnSearch }): Promise<void> {
  // Whoever was sent here has just been asked.
  if (isSignedOut(queryClient.getQueryState(account.queryKey)?.error)) return;
  try {
    // Not from what is known: of somebody who has just signed out, it still is.
    await client.account.get.query({}, { signal: AbortSignal.timeout(ANSWER_WITHIN) });
  } catch {
    return;
  }
  throw redirect({ href: to, replace: true });
}
