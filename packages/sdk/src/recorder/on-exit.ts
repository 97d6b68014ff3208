type Listen = (event: string, listener: () => void) => unknown;

/** No runtime has all of these globals. */
type Globals = {
  process?: { on?: Listen; off?: Listen };
  document?: { visibilityState: string; addEventListener: Listen; removeEventListener: Listen };
  addEventListener?: Listen;
  removeEventListener?: Listen;
};

/** Listens for `beforeExit`, which can fire several times. Returns a function that stops listening. */
export function onIdleProcess(listener: () => void): () => void {
  const { process } = globalThis as Globals;
  process?.on?.('beforeExit', listener);
  return () => process?.off?.('beforeExit', listener);
}

/** Listens for the end of a process by `process.exit` or an uncaught exception. Returns a function that stops listening. */
export function onProcessExit(listener: () => void): () => void {
  const { process } = globalThis as Globals;
  process?.on?.('exit', listener);
  return () => process?.off?.('exit', listener);
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
