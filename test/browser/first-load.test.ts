import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { builtDashboard } from './support/built-dashboard.ts';
import { browserTest } from './support/chromium.ts';
import { useAccount, useDashboard } from './support/dashboard.ts';
import { seedDemo } from './support/demo.ts';
import { openOverview } from './support/first-load.ts';

const dashboard = useDashboard();
const account = useAccount(dashboard, ({ token }) =>
  seedDemo(dashboard.url, token, { days: 7, sessions: 4 }),
);
const MAX_SCRIPT = 350 * 1024;
/** The chart library, which the page does not wait for. */
const MAX_CHARTS = 150 * 1024;

type Chunk = { file: string; imports?: string[] };

test('the first load of the overview is at most 350 KB of JavaScript, gzipped, and charts come after it', async () => {
  const folder = await builtDashboard();
  const chunks: Record<string, Chunk> = JSON.parse(
    await readFile(path.join(folder, '.vite/manifest.json'), 'utf8'),
  );
  const first = filesOf(chunks, ['index.html', 'src/overview/overview-page.tsx']);
  const charts = filesOf(chunks, ['src/charts/time-chart.tsx']).filter((file) => !first.includes(file));
  const sizeOf = async (files: string[]) => {
    const sizes = files.map(async (file) => gzipSync(await readFile(path.join(folder, file))).length);
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  };
  expect(await sizeOf(first)).toBeLessThan(MAX_SCRIPT);
  expect(charts.length).toBeGreaterThan(0);
  expect(await sizeOf(charts)).toBeLessThan(MAX_CHARTS);
});

const question = /\/trpc\/[^?]*analytics\.slice/;

// How long it takes is for `npm run bench -- first-load` to say, which has the machine for itself.
browserTest(
  'the overview asks for its figures while its code is on its way, and they do not wait for the charts',
  async () => {
    const { page, problems } = await dashboard.visit(account.current.session);
    const asked = page.waitForRequest(question);
    const charts = Promise.withResolvers<void>();
    await page.route('**/assets/overview-page-*.js', (route) => asked.then(() => route.continue()));
    await page.route('**/assets/time-chart-*.js', (route) => charts.promise.then(() => route.continue()));
    await openOverview(page);
    await page.keyboard.press('Escape');
    charts.resolve();
    await page.locator('.recharts-surface').first().waitFor();
    expect(problems).toEqual([]);
  },
);

browserTest('figures that take long leave the overview and its controls usable meanwhile', async () => {
  const { page } = await dashboard.visit(account.current.session);
  const answer = Promise.withResolvers<void>();
  await page.route(question, (route) => answer.promise.then(() => route.continue()));
  await page.goto('/');
  const revenue = page.getByRole('group', { name: 'Revenue', exact: true });
  await expect.poll(() => revenue.getAttribute('aria-busy')).toBe('true');
  const window = page.getByRole('combobox', { name: 'Date range' });
  await window.click();
  await page.getByRole('option', { name: 'Last 7 days' }).click();
  await expect.poll(() => window.inputValue()).toBe('Last 7 days');
  expect(await revenue.getAttribute('aria-busy')).toBe('true');
  answer.resolve();
  await expect.poll(() => revenue.getAttribute('aria-busy')).toBe('false');
});

/** The files of some modules and of everything that they import at once. */
function filesOf(chunks: Record<string, Chunk>, names: readonly string[]): string[] {
  const files = new Set<string>();
  const add = (name: string) => {
    const chunk = chunks[name];
    if (!chunk) throw new Error(`${name} is not in the manifest`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const name of names) add(name);
  return [...files];
}
