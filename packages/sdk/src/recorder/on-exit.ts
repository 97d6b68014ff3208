type Listen = (event: string, listener: () => void) => unknown;

/** The globals that tell of an end. No runtime has all of them. */
type Surroundings = {
  process?: { on?: Listen; off?: Listen };
  document?: { visibilityState: string; addEventListener: Listen; removeEventListener: Listen };
  addEventListener?: Listen;
  removeEventListener?: Listen;
};

/**
 * Tells when a process has nothing left to do (`beforeExit` of Node.js, Deno and Bun), which may be more than once.
 * Returns what ends that.
 */
export function onIdleProcess(listener: () => void): () => void {
  const { process } = globalThis as Surroundings;
  process?.on?.('beforeExit', listener);
  return () => process?.off?.('beforeExit', listener);
}

/** Tells when a page is hidden or left, and when it is shown again. Returns what ends that. */
export function onHiddenPage(listener: (isHidden: boolean) => void): () => void {
  const page = globalThis as Surroundings;
  const { document } = page;
  if (!document) return () => {};
  const changed = () => listener(document.visibilityState === 'hidden');
  const left = () => listener(true);
  document.addEventListener('visibilitychange', changed);
  page.addEventListener?.('pagehide', left);
  return () => {
    document.removeEventListener('visibilitychange', changed);
    page.removeEventListener?.('pagehide', left);
  };
}
