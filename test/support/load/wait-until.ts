import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a condition holds; gives up after a minute, which no healthy machine needs. */
export async function waitUntil(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(5)) {
    if (await holds()) return;
  }
  throw new Error(`waited a minute in vain until ${what}`);
}
