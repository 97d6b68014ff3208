import type { Page } from 'playwright-core';
import { createAccount } from '../../browser/support/account.ts';
import { builtDashboard } from '../../browser/support/built-dashboard.ts';
import { chromiumPath } from '../../browser/support/chromium-path.ts';
import { seedDemo } from '../../browser/support/demo.ts';
import { openOverview } from '../../browser/support/first-load.ts';
import { launch } from '../../browser/support/launch.ts';
import { visit } from '../../browser/support/visitor.ts';
import type { Arena } from '../arena.ts';
import { enter } from '../contender.ts';
import type { Outcome } from '../findings.ts';
import type { BenchOptions } from '../options.ts';
import { alternateWarm, median, type Round, standing } from '../rounds.ts';
import { startGateway } from '../server-process.ts';

const what = 'first load of the overview, until it has its figures and answered a click';
const overview = 'overview';
/** React, the components and the router, and neither figures nor a list. */
const peer = 'the sign-in page of the same server, until it took a letter';
const LOADS = 5;
const MOST = 2_000;

/** How long somebody waits for the dashboard whose browser has nothing of it yet. */
export async function benchFirstLoad(arena: Arena, options: BenchOptions): Promise<Outcome> {
  if (chromiumPath === undefined) {
    process.stderr.write('  left out: there is no Chromium here\n');
    return { findings: [], absolutes: [] };
  }
  await builtDashboard();
  const { server } = await enter(arena, 'first_load', (url) =>
    startGateway(url, { env: { DEFAULT_PLAN: 'unlimited' } }),
  );
  const url = `http://127.0.0.1:${server.port}`;
  const browser = await launch(chromiumPath);
  arena.onClose(() => browser.close());
  const { token, session } = await createAccount(url);
  await seedDemo(url, token);
  const load = async (open: (page: Page) => Promise<void>, profile: typeof session | undefined) => {
    const { page, close } = await visit(browser, url, profile);
    const begun = performance.now();
    await open(page);
    const time = performance.now() - begun;
    await close();
    return time;
  };
  const entrant = (name: string, open: (page: Page) => Promise<void>, profile?: typeof session) => ({
    name,
    run: async (): Promise<Round> => {
      const times: number[] = [];
      for (let i = 0; i < LOADS; i++) times.push(await load(open, profile));
      return { rate: 1_000 / median(times), p50: median(times), p99: Math.max(...times) };
    },
  });
  const standings = await alternateWarm(arena, options.rounds, [
    entrant(overview, openOverview, session),
    entrant(peer, openSignIn),
  ]);
  const [ours, theirs] = [standing(standings, overview).p50, standing(standings, peer).p50];
  return {
    findings: [
      { what, against: 'the clock', value: ours, unit: 'ms', target: { atMost: MOST } },
      { what, against: peer, value: ours / theirs, unit: '×' },
    ],
    absolutes: [],
  };
}

async function openSignIn(page: Page): Promise<void> {
  await page.goto('/sign-in', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('a');
}
