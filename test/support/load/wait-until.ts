import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a condition holds; by default gives up just before a test would time out. */
export async function waitUntil(
  what: string,
  holds: () => boolean | Promise<boolean>,
  timeout = 55_000,
): Promise<void> {
  for (const deadline = Date.now() + timeout; Date.now() < deadline; await sleep(5)) {
    if (await holds()) return;
  }
  throw new Error(`waited ${timeout / 1000} s in vain until ${what}`);
}
