import type { BrowserContextOptions } from 'playwright-core';
import { Browser, newEmail } from '../../support/browser.ts';
import { apiOf, PASSWORD } from './visitor.ts';

export type Account = {
  email: string;
  /** An API key with full access. */
  token: string;
  api: ReturnType<typeof apiOf>;
  /** For `visit`: the signed-in state of a fresh browser profile. */
  session: Pick<BrowserContextOptions, 'storageState'>;
};

/** Signs up without opening a page. */
export async function createAccount(url: string): Promise<Account> {
  const browser = new Browser(url);
  const email = newEmail();
  const { status, text } = await browser.signUp(email, PASSWORD);
  if (status !== 200) throw new Error(`signing up: ${status} ${text}`);
  const { token } = await browser.trpc.apiKeys.create.mutate({ name: 'Production', scopes: ['*'] });
  const { hostname } = new URL(url);
  const cookies = [...browser.cookies].map(([name, value]) => ({
    name,
    value,
    domain: hostname,
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: 'Lax' as const,
  }));
  return { email, token, api: apiOf(url, token), session: { storageState: { cookies, origins: [] } } };
}
