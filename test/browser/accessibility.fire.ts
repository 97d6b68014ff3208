// @module-tag Chromium
import { expect, test } from 'vitest';
import { bringAxe, faultsOf, faultsOfLooks, resetLook } from './support/axe.ts';
import { useAccount, useDashboard } from './support/dashboard.ts';
import { seedDemo } from './support/demo.ts';
import { everyPage, morePages, publicPages } from './support/every-page.ts';
import { recordPrices } from './support/prices.ts';
import { report } from './support/report.ts';
import { open, settled } from './support/settled.ts';

const dashboard = useDashboard();
/** Few sessions end in a sale, and every page of records needs a row. */
const account = useAccount(dashboard, async ({ token, api }) => {
  await seedDemo(dashboard.url, token, { days: 10, sessions: 20 });
  await api.reports.save.mutate(report);
  await recordPrices(api);
});

test('no page has a fault, in light, dark and narrow', async () => {
  const { page, problems } = await account.visit();
  const faults: string[] = [];
  for (const each of [...everyPage, ...morePages]) {
    await resetLook(page);
    await open(page, each);
    faults.push(...(await faultsOfLooks(page, each.name)));
  }
  expect(faults).toEqual([]);
  expect(problems).toEqual([]);
}, 600_000);

test('the sign-in forms have no fault, in light and dark', async () => {
  const { page, problems } = await dashboard.visit();
  const claim = { name: 'claim', path: '/claim?token=none', heading: 'Claim this installation' };
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const each of [...publicPages, claim]) {
      await open(page, each);
      await bringAxe(page);
      expect(await faultsOf(page, each.name)).toEqual([]);
    }
  }
  expect(problems).toEqual([]);
});

test('an incomplete claim link is refused in an alert', async () => {
  const { page } = await account.visit();
  await open(page, { path: '/claim', heading: 'Claim this installation' });
  await bringAxe(page);
  expect(await faultsOf(page, 'incomplete claim')).toEqual([]);
  expect(await page.getByRole('alert').textContent()).toContain('This link is incomplete');
  expect(await page.getByText('will move into your account').count()).toBe(0);
});

test('chevrons, checks, dots and switches have a contrast of 3:1, in light and dark', async () => {
  const { page } = await account.visit();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await open(page, { path: '/', heading: 'Overview' });
    await page.getByRole('combobox', { name: 'Date range' }).click();
    await page.getByRole('option', { name: 'Last 30 days' }).waitFor();
    await settled(page);
    const contrasts = await page.evaluate(contrastsOfMarks);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Live activity' }).click();
    await page.getByLabel('Live feed').locator('.mantine-Badge-root').first().waitFor();
    await settled(page);
    const all = await page.evaluate(contrastsOfMarks);
    contrasts.push(...all.filter(({ mark }) => mark === 'dot'));
    expect(contrasts.map(({ mark }) => mark)).toEqual(['chevron', 'check', 'indicator', 'switch', 'dot']);
    for (const { mark, contrast } of contrasts)
      expect(contrast, `${mark}, ${colorScheme}`).toBeGreaterThanOrEqual(3);
  }
});

test('the keyboard skips a closed menu', async () => {
  const { page } = await account.visit();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/agents');
  await page.getByRole('table', { name: 'Agents' }).waitFor();
  await page.getByRole('button', { name: /^Account/ }).focus();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Last 30 days/);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Tools' }).click();
  await page.getByRole('table', { name: 'Tools' }).waitFor();
  await page.getByRole('button', { name: 'Open menu' }).waitFor();
});

/** Runs in the page: the least contrast of each kind of mark with the surface below it. axe checks text alone. */
function contrastsOfMarks() {
  const context = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
  const luminance = (surfaces: readonly [color: string, opacity: string][]) => {
    for (const [color, opacity] of surfaces) {
      context.globalAlpha = Number(opacity);
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
    }
    const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((each) => {
      const part = each / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const backgroundOf = (element: Element | null): string => {
    if (!element) return 'white';
    const { backgroundColor } = getComputedStyle(element);
    return backgroundColor === 'rgba(0, 0, 0, 0)' ? backgroundOf(element.parentElement) : backgroundColor;
  };
  return [
    {
      mark: 'chevron',
      selector: '.mantine-Select-section[data-position="right"] svg',
      pseudo: '',
      by: 'color',
    },
    { mark: 'check', selector: '[role="option"][aria-selected="true"] > svg', pseudo: '', by: 'color' },
    { mark: 'dot', selector: '.mantine-Badge-root', pseudo: '::before', by: 'backgroundColor' },
    { mark: 'indicator', selector: '.mantine-Indicator-indicator', pseudo: '', by: 'backgroundColor' },
    { mark: 'switch', selector: '.mantine-Switch-track', pseudo: '', by: 'backgroundColor' },
  ].flatMap(({ mark, selector, pseudo, by }) => {
    const contrasts = [...document.querySelectorAll(selector)].map((element) => {
      const style = getComputedStyle(element, pseudo);
      const below = backgroundOf(pseudo ? element : element.parentElement);
      const color = by === 'color' ? style.color : style.backgroundColor;
      const [dark = 0, light = 0] = [
        luminance([[below, '1']]),
        luminance([
          [below, '1'],
          [color, style.opacity],
        ]),
      ].toSorted((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    });
    return contrasts.length > 0 ? [{ mark, contrast: Math.min(...contrasts) }] : [];
  });
}
