type Listen = (event: string, listener: () => void) => unknown;

/** No runtime has all of these globals. */
type Globals = {
  process?: { on?: Listen; off?: Listen };
  document?: { visibilityState: string; addEventListener: Listen; removeEventListener: Listen };
  addEventListener?: Listen;
  removeEventListener?: Listen;
};

/** All recorders share one listener, because Node.js warns of a leak when an event has eleven. */
class Listeners extends Set<() => void> {
  readonly callAll = () => {
    for (const listener of this) listener();
  };
}
const shared = { beforeExit: new Listeners(), exit: new Listeners() };

/**
 * Listens for `beforeExit`, which can fire several times, or `exit`: the end by `process.exit` or an uncaught exception. Returns
 * a function that stops listening.
 */
export function onProcess(event: 'beforeExit' | 'exit', listener: () => void): () => void {
  const { process } = globalThis as Globals;
  const listeners = shared[event];
  if (listeners.size === 0) process?.on?.(event, listeners.callAll);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) process?.off?.(event, listeners.callAll);
  };
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
