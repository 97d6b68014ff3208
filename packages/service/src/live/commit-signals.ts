import type { CommitFeed } from './commit-feed.ts';

type WakeOptions = {
  developerId: string;
  signal: AbortSignal;
  /**
   * Least number of milliseconds between two yields, so that a busy developer does not cause a query for each commit.
   */
  atLeast: number;
  /** Most milliseconds until the next yield, in case a notice was lost, or the answer changes with time. */
  atMost: () => number;
};

/**
 * Yields when a live stream should look for new commits: at once, then after a commit of the developer, and in any
 * case after `atMost` milliseconds. Commits that arrive while the stream is at work or waits for `atLeast` are
 * remembered as one: the next yield follows without a further commit. Ends when `signal` aborts.
 */
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
      if (!isDue) await sleepUntil(atMost(), (resolve) => (wake = resolve));
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
