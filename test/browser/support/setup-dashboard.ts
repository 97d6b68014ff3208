import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { behindProxy, startGateway } from '../../support/gateway.ts';
import { chromiumPath } from './chromium-path.ts';

/** Starts one gateway and one browser for all files. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (chromiumPath === undefined) {
    project.provide('browserEndpoint', '');
    project.provide('dashboardUrl', '');
    return async () => undefined;
  }
  // Without a rate limit, because tests make more calls than people.
  const settings = { ...behindProxy, DEFAULT_PLAN: 'unlimited' };
  const [gateway, browser] = await Promise.all([
    startGateway(project.getProvidedContext().databaseUrl, settings),
    chromium.launchServer({ executablePath: chromiumPath, args: ['--no-sandbox'] }),
  ]);
  project.provide('dashboardUrl', gateway.url);
  project.provide('browserEndpoint', browser.wsEndpoint());
  return async () => {
    await browser.close();
    await gateway.stop();
  };
}
