import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a condition holds; gives up just before a test does unless told otherwise, which no healthy machine needs. */
export async function waitUntil(
  what: string,
  holds: () => boolean | Promise<boolean>,
  patience = 55_000,
): Promise<void> {
  for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(5)) {
    if (await holds()) return;
  }
  throw new Error(`waited ${patience / 1000} s in vain until ${what}`);
}
