type Listen = (event: string, listener: () => void) => unknown;

/** No runtime has all of these globals. */
type Globals = {
  process?: { on?: Listen; off?: Listen };
  document?: { visibilityState: string; addEventListener: Listen; removeEventListener: Listen };
  addEventListener?: Listen;
  removeEventListener?: Listen;
};

/**
 * Listens for `beforeExit`, which can fire several times, or for `exit`, by `process.exit` or an uncaught exception. Returns a
 * function that stops listening.
 */
export function onProcess(event: 'beforeExit' | 'exit', listener: () => void): () => void {
  const { process } = globalThis as Globals;
  process?.on?.(event, listener);
  return () => process?.off?.(event, listener);
}

/** Listens for changes of a page's visibility. Returns a function that stops listening. */
export function onHiddenPage(listener: (isHidden: boolean) => void): () => void {
  const page = globalThis as Globals;
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
