import type { AppRouter } from '@outturn/trpc';
import { createTRPCClient, httpLink } from '@trpc/client';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { newEmail } from '../../support/browser.ts';
import { untyped } from '../../support/drivers/driver.ts';
import { headersOf } from '../../support/drivers/http.ts';

export const PASSWORD = 'correct horse battery';

/** A visitor of the dashboard, in a browser profile of their own. */
export type Visitor = {
  page: Page;
  email: string;
  /** Errors of scripts, blocked content and requests to other hosts. */
  problems: string[];
  close(): Promise<void>;
};

export async function visit(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const profile = await openProfile(browser, url, options);
  return { ...(await openPage(profile, url)), close: () => profile.close() };
}

export async function openProfile(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 860 },
    timezoneId: 'UTC',
    permissions: ['clipboard-read', 'clipboard-write'],
    // An address of its own, so that visitors do not share the limit on signing in.
    extraHTTPHeaders: headersOf({}),
    ...options,
  });
  // A step that times out before the test does is named in the failure.
  context.setDefaultTimeout(20_000);
  return context;
}

/** A page in a profile that others may share. */
export async function openPage(profile: BrowserContext, url: string): Promise<Visitor> {
  const page = await profile.newPage();
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    // A browser reports every refusal as an error; tests assert the expected ones.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
      problems.push(`${message.text()} (${message.location().url})`);
  });
  page.on('request', (request) => {
    const isOurs = request.url().startsWith(`${url}/`) || /^(data|blob):/.test(request.url());
    if (!isOurs) problems.push(`asked another host: ${request.url()}`);
  });
  return { page, email: newEmail(), problems, close: () => page.close() };
}

/** Puts a page to the background or to the front, which a browser without a screen never does. */
export async function show(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

/** Signs up through the form. */
export async function signUp({ page, email }: Visitor): Promise<void> {
  await page.goto('/sign-up');
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
}

/** An API key of the account, made with the session's cookie instead of the page. */
export async function mintKey({ page }: Visitor): Promise<string> {
  const answer = await page.context().request.post('/trpc/apiKeys.create', {
    headers: { 'x-outturn-csrf': '1', 'sec-fetch-site': 'same-origin' },
    data: { name: 'Production', scopes: ['*'] },
  });
  const { result } = (await answer.json()) as { result: { data: { token: string } } };
  return result.data.token;
}

/** The API as programs use it. */
export function apiOf(url: string, token: string) {
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${url}/trpc`,
        headers: { Authorization: `Bearer ${token}` },
        fetch: (input, init) => fetch(input, untyped<RequestInit>(init)),
      }),
    ],
  });
}
