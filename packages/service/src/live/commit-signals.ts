import type { CommitFeed } from './commit-feed.ts';

type WakeOptions = {
  developerId: string;
  signal: AbortSignal;
  /** Minimum milliseconds between two yields. */
  atLeast: number;
  /** Maximum, in case a notice is lost. */
  atMost: number;
};

/** Yields at once, after commits, and every `atMost`. */
export async function* wakes(
  feed: CommitFeed,
  { developerId, signal, atLeast, atMost }: WakeOptions,
): AsyncGenerator<void> {
  let isDue = true;
  let wake: (() => void) | undefined;
  const wakeUp = () => {
    isDue = true;
    wake?.();
  };
  const unfollow = feed.follow(developerId, wakeUp);
  signal.addEventListener('abort', wakeUp);
  try {
    while (!signal.aborted) {
      if (!isDue) await sleepUntil(atMost, (resolve) => (wake = resolve));
      if (signal.aborted) return;
      isDue = false;
      const woken = performance.now();
      yield;
      const rest = atLeast - (performance.now() - woken);
      if (rest > 0 && !signal.aborted) await sleepUntil(rest, () => undefined);
    }
  } finally {
    unfollow();
    signal.removeEventListener('abort', wakeUp);
  }
}

function sleepUntil(time: number, onWait: (resolve: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, time);
    onWait(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
