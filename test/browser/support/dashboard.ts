import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { type Gateway, startGateway } from '../../support/gateway.ts';
import { builtDashboard } from './built-dashboard.ts';
import { chromiumPath } from './chromium-path.ts';
import { launch } from './launch.ts';
import { type Visitor, visit } from './visitor.ts';

export type Dashboard = {
  url: string;
  gateway: Gateway;
  visit(options?: Parameters<typeof visit>[2]): Promise<Visitor>;
};

/** The built dashboard behind a real gateway, and a browser, for the tests of a file or of a part of it. */
export function useDashboard(env: NodeJS.ProcessEnv = {}): Dashboard {
  let gateway: Gateway | undefined;
  let browser: Browser | undefined;
  const started = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new Error('only within a test');
    return thing;
  };
  beforeAll(async () => {
    if (chromiumPath === undefined) return;
    await builtDashboard();
    // Without a limit of calls a minute: tests look more often than people do.
    gateway = await startGateway(inject('databaseUrl'), { DEFAULT_PLAN: 'unlimited', ...env });
    browser = await launch(chromiumPath);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await gateway?.stop();
  });
  return {
    get url() {
      return started(gateway).url;
    },
    get gateway() {
      return started(gateway);
    },
    visit: (options) => visit(started(browser), started(gateway).url, options),
  };
}
