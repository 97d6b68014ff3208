import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import { behindProxy, type Gateway, startGateway } from '../../support/gateway.ts';
import { type Account, createAccount } from './account.ts';
import { openPage, openProfile, type Visitor, visit } from './visitor.ts';

export type Dashboard = {
  readonly url: string;
  /** Opens a browser profile of its own, which closes with the test. */
  visit(options?: Parameters<typeof visit>[2]): Promise<Visitor>;
  /** A browser profile that lasts as long as the file. */
  openProfile(options?: Parameters<typeof visit>[2]): Promise<BrowserContext>;
};

/** The run's browser. Contexts that a file leaves open are closed after the file. */
export function useBrowser(): { readonly current: Browser } {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await chromium.connect(inject('browserEndpoint'));
  });
  afterAll(() => browser?.close());
  return {
    get current() {
      return started(browser);
    },
  };
}

/** The dashboard behind the run's gateway. Every test signs up accounts of its own. */
export function useDashboard(): Dashboard {
  const browser = useBrowser();
  return {
    get url() {
      return inject('dashboardUrl');
    },
    visit: (options) => visitInTest(browser.current, inject('dashboardUrl'), options),
    openProfile: (options) => openProfile(browser.current, inject('dashboardUrl'), options),
  };
}

/** The same behind a gateway of its own, for tests with other settings or of its log. */
export function useOwnDashboard(env: NodeJS.ProcessEnv = {}): Dashboard & { readonly gateway: Gateway } {
  const browser = useBrowser();
  let gateway: Gateway | undefined;
  beforeAll(async () => {
    const settings = { ...behindProxy, DEFAULT_PLAN: 'unlimited', ...env };
    gateway = await startGateway(inject('databaseUrl'), settings);
  });
  afterAll(() => gateway?.stop());
  return {
    get url() {
      return started(gateway).url;
    },
    get gateway() {
      return started(gateway);
    },
    visit: (options) => visitInTest(browser.current, started(gateway).url, options),
    openProfile: (options) => openProfile(browser.current, started(gateway).url, options),
  };
}

/**
 * An account that the tests of a file share. They only read the data of `fill`; `visit` opens a page in one profile for
 * all of them, which has the code of the dashboard in its cache.
 */
export function useAccount(
  dashboard: Dashboard,
  fill: (account: Account) => Promise<unknown> = async () => undefined,
): { readonly current: Account; visit(): Promise<Visitor> } {
  let account: Account | undefined;
  let profile: Promise<BrowserContext> | undefined;
  beforeAll(async () => {
    account = await createAccount(dashboard.url);
    await fill(account);
  });
  return {
    get current() {
      return started(account);
    },
    async visit() {
      profile ??= dashboard.openProfile(started(account).session);
      const visitor = await openPage(await profile, dashboard.url);
      onTestFinished(visitor.close);
      return visitor;
    },
  };
}

async function visitInTest(...options: Parameters<typeof visit>): Promise<Visitor> {
  const visitor = await visit(...options);
  onTestFinished(visitor.close);
  return visitor;
}

function started<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Error('only within a test');
  return thing;
}
