import { randomInt } from 'node:crypto';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { createAccount } from '../../browser/support/account.ts';
import { chromiumPath } from '../../browser/support/chromium-path.ts';
import { seedDemo } from '../../browser/support/demo.ts';
import { figuresShown, openOverview } from '../../browser/support/first-load.ts';
import { launch } from '../../browser/support/launch.ts';
import { PASSWORD, visit } from '../../browser/support/visitor.ts';
import type { Arena } from '../arena.ts';
import { enter } from '../contender.ts';
import type { Outcome } from '../findings.ts';
import type { BenchOptions } from '../options.ts';
import { alternateWarm, median, type Round, standing } from '../rounds.ts';
import { startGateway } from '../server-process.ts';

const what = 'first load of the overview, until it has its figures and answered a click';
const overview = 'overview';
/** It has React, the components and the router, but no figures and no list. */
const peer = 'the sign-in page of the same server, until it took a letter';
const signIn = 'sign-in, from the submit until the overview has its figures';
const LOADS = 5;
const MOST = 2_000;
const MOST_AFTER_SIGN_IN = 1_000;

/** One visit with an empty browser cache. The time is that of `run`, after `prepare`. */
type Visit = {
  name: string;
  profile?: BrowserContextOptions;
  prepare?: (page: Page) => Promise<void>;
  run: (page: Page) => Promise<void>;
};

/** The time until the dashboard is usable, with an empty browser cache. */
export async function benchFirstLoad(arena: Arena, options: BenchOptions): Promise<Outcome> {
  if (chromiumPath === undefined) {
    process.stderr.write('  left out: there is no Chromium here\n');
    return { findings: [], absolutes: [] };
  }
  const { server } = await enter(arena, 'first_load', (url) =>
    startGateway(url, { env: { DEFAULT_PLAN: 'unlimited', TRUST_PROXY: '1' } }),
  );
  const url = `http://127.0.0.1:${server.port}`;
  const browser = await launch(chromiumPath);
  arena.onClose(() => browser.close());
  const { token, session, email } = await createAccount(url);
  await seedDemo(url, token);
  const timeOf = async ({ profile, prepare, run }: Visit) => {
    // An address of its own, because sign-ins are limited by address.
    const address = {
      'x-forwarded-for': `2001:db8:${randomInt(65_536).toString(16)}:${randomInt(65_536).toString(16)}::1`,
    };
    const { page, close } = await visit(browser, url, { ...profile, extraHTTPHeaders: address });
    await prepare?.(page);
    const begun = performance.now();
    await run(page);
    const time = performance.now() - begun;
    await close();
    return time;
  };
  const entrant = (visited: Visit) => ({
    name: visited.name,
    run: async (): Promise<Round> => {
      const times: number[] = [];
      for (let i = 0; i < LOADS; i++) times.push(await timeOf(visited));
      return { rate: 1_000 / median(times), p50: median(times), p99: Math.max(...times) };
    },
  });
  const standings = await alternateWarm(arena, options.rounds, [
    entrant({ name: overview, profile: session, run: openOverview }),
    entrant({ name: peer, run: openSignIn }),
    entrant({ name: signIn, prepare: (page) => fillSignIn(page, email), run: submitSignIn }),
  ]);
  const p50 = (name: string) => standing(standings, name).p50;
  return {
    findings: [
      { what, against: 'the clock', value: p50(overview), unit: 'ms', target: { atMost: MOST } },
      { what, against: peer, value: p50(overview) / p50(peer), unit: '×' },
      {
        what: signIn,
        against: 'the clock',
        value: p50(signIn),
        unit: 'ms',
        target: { atMost: MOST_AFTER_SIGN_IN },
      },
    ],
    absolutes: [],
  };
}

async function openSignIn(page: Page): Promise<void> {
  await page.goto('/sign-in', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('a');
}

async function fillSignIn(page: Page, email: string): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
}

async function submitSignIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).click();
  await figuresShown(page);
}
