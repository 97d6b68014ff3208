/** Timeout of the wait, in milliseconds. */
const MOST_WAIT = 300;

/** Waits for data that a page is drawn with, so that it is drawn once, but no longer than a visitor barely notices. */
export async function waitBriefly(asked: Promise<unknown>): Promise<void> {
  await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, MOST_WAIT))]);
}
