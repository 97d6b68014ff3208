import type { Page } from 'playwright-core';

/** Opens a page and waits until it has no placeholders. */
export async function open(page: Page, { path, heading }: { path: string; heading?: string }): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1, ...(heading && { name: heading, exact: true }) }).waitFor();
  await settled(page);
}

/** Milliseconds after which a page counts as one that never settles. */
const MOST_WAIT = 20_000;

/** Waits until there is no placeholder, every chart is drawn, and every transition has ended. */
export async function settled(page: Page): Promise<void> {
  const deadline = Date.now() + MOST_WAIT;
  // Not by waitForFunction, which takes the promise of an async function for its result.
  while (!(await page.evaluate(isSettled))) {
    if (Date.now() > deadline) throw new Error(`${page.url()} does not come to rest`);
  }
}

/** Runs in the page. */
async function isSettled(): Promise<boolean> {
  // A chart draws its axes in the frames after it knows its size.
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  const isMoving = ({ effect, playState }: Animation) =>
    playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
  return (
    document.querySelector('#root > *') !== null &&
    document.querySelector('[data-visible].mantine-Skeleton-root, .mantine-Skeleton-root:empty') === null &&
    document.querySelector('[aria-busy="true"][data-old]') === null &&
    document.querySelector('figure:not(:has(svg[data-chart], table))') === null &&
    !document.getAnimations().some(isMoving)
  );
}
