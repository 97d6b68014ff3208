import { randomUUID } from 'node:crypto';
import type { AppRouter } from '@outturn/trpc';
import { createTRPCClient, httpLink } from '@trpc/client';
import { untyped } from './drivers/driver.ts';
import { type Answer, headersOf, send } from './drivers/http.ts';

export type Message = { method?: string; body?: unknown; headers?: Record<string, string> };

/** The headers with which a browser sends a request of our own page. */
export const fromOurPage = { 'sec-fetch-site': 'same-origin', 'x-outturn-csrf': '1' };

/** A browser on one gateway: keeps cookies, and sends the headers of a page. */
export class Browser {
  readonly url: string;
  readonly cookies = new Map<string, string>();
  /** Every `Set-Cookie` that was received, unchanged. */
  readonly received: string[] = [];

  constructor(url: string) {
    this.url = url;
  }

  async send(path: string, { method, body, headers }: Message = {}): Promise<Answer> {
    const answer = await send(`${this.url}${path}`, {
      ...(method !== undefined && { method }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { cookie: this.cookie, origin: this.url, ...headers },
    });
    this.#keep(answer.headers.getSetCookie());
    return answer;
  }

  signUp(email = newEmail(), password = 'correct horse'): Promise<Answer> {
    return this.send('/api/auth/sign-up/email', { body: { email, password, name: 'Ada' } });
  }

  signIn(email: string, password = 'correct horse'): Promise<Answer> {
    return this.send('/api/auth/sign-in/email', { body: { email, password } });
  }

  signOut(): Promise<Answer> {
    return this.send('/api/auth/sign-out', { body: {} });
  }

  /** The typed client of the dashboard. */
  get trpc() {
    return createTRPCClient<AppRouter>({
      links: [
        httpLink({
          url: `${this.url}/trpc`,
          headers: () => headersOf({ headers: { cookie: this.cookie, origin: this.url, ...fromOurPage } }),
          fetch: (input, init) => fetch(input, untyped<RequestInit>(init)),
        }),
      ],
    });
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #keep(setCookies: readonly string[]): void {
    this.received.push(...setCookies);
    for (const line of setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0(;|$)/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

export function newEmail(): string {
  return `ada-${randomUUID()}@example.com`;
}

/** A browser in which a new user has signed up. */
export async function signedUp(url: string, email = newEmail()): Promise<Browser> {
  const browser = new Browser(url);
  const { status, text } = await browser.signUp(email);
  if (status !== 200) throw new Error(`signing up: ${status} ${text}`);
  return browser;
}
