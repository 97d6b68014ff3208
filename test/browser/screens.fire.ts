// @module-tag Chromium
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { figure, report } from '../support/load/figures.ts';
import { type Account, createAccount } from './support/account.ts';
import { bringAxe, faultsOf } from './support/axe.ts';
import { chromiumPath } from './support/chromium-path.ts';
import { useDashboard } from './support/dashboard.ts';
import { everyScreen, type Screen } from './support/every-screen.ts';
import { extremeKeys, recordExtremes } from './support/extreme-data.ts';
import { layoutFaults, watchShifts } from './support/screen-faults.ts';
import { open, settled } from './support/settled.ts';

const dashboard = useDashboard();
/** Not committed. */
const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, '.cache/screens');
const size = { agents: figure(60, 500), customers: figure(200, 5000), records: figure(1000, 12_000) };
const looks = [390, 1280, 1440, 1920].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({ width, scheme })),
);
/** A sample takes the narrowest width, in which most faults are. */
const sample = looks.filter(({ width, scheme }) => width === 390 && scheme === 'light');
const screens = everyScreen(extremeKeys);

const MOST_SHIFT = 0.05;
/** The most pixels of a page in a screenshot. */
const TALLEST = 2600;

let accounts: Record<'full' | 'empty', Account>;

beforeAll(async () => {
  if (chromiumPath === undefined) return;
  await rm(folder, { recursive: true, force: true });
  const [full, empty] = await Promise.all([createAccount(dashboard.url), createAccount(dashboard.url)]);
  await recordExtremes(full, size);
  accounts = { full, empty };
}, 300_000);

afterAll(() => report(`${screens.length} screens; pictures in ${path.relative(root, folder)}`));

describe.each(figure(sample.length, looks.length) < looks.length ? sample : looks)(
  'at $width px, $scheme',
  ({ width, scheme }) => {
    const pictures = path.join(folder, `${width}-${scheme}`);

    test.each(['full', 'empty', 'visitor'] as const)(
      'no screen of the %s account has a fault',
      async (as) => {
        await mkdir(pictures, { recursive: true });
        const { page, problems } = await dashboard.visit({
          viewport: { width, height: 860 },
          colorScheme: scheme,
          // Screenshots show dialogs without their transitions.
          reducedMotion: 'reduce',
          ...(as !== 'visitor' && accounts[as].session),
        });
        const shiftOf = await watchShifts(page);
        const faults: string[] = [];
        const faultsAt = async (screen: Screen): Promise<string[]> => {
          await open(page, screen);
          const shift = await shiftOf();
          await screen.show?.(page);
          await settled(page);
          const { height } = await page.evaluate(() => ({ height: document.documentElement.scrollHeight }));
          await page.screenshot({
            path: path.join(pictures, `${screen.name}.png`),
            fullPage: true,
            clip: { x: 0, y: 0, width, height: Math.min(height, TALLEST) },
          });
          await bringAxe(page);
          return [
            ...(shift > MOST_SHIFT ? [`shifts by ${shift}`] : []),
            ...(await layoutFaults(page)),
            ...(await faultsOf(page, screen.name)),
            ...problems.splice(0),
          ];
        };
        for (const screen of screens.filter((each) => each.as === as)) {
          const found = await faultsAt(screen).catch((error: unknown) => [String(error).slice(0, 400)]);
          faults.push(...found.map((fault) => `${screen.name}: ${fault}`));
        }
        expect(faults).toEqual([]);
      },
      600_000,
    );
  },
);
