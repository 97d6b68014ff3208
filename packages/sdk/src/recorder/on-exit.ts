type Listen = (event: string, listener: () => void) => unknown;

/** The globals that this file uses. No runtime has all of them. */
type Globals = {
  process?: { on?: Listen; off?: Listen };
  document?: { visibilityState: string; addEventListener: Listen; removeEventListener: Listen };
  addEventListener?: Listen;
  removeEventListener?: Listen;
};

/** All recorders of a process share one listener for each event, because Node.js warns of a leak at the eleventh. */
class Listeners extends Set<() => void> {
  readonly callAll = () => {
    for (const listener of this) listener();
  };
}
const shared = { beforeExit: new Listeners(), exit: new Listeners() };

/**
 * Listens for the end of the process. `beforeExit` comes when nothing is left to do; work that a listener starts then
 * delays the end, after which it comes again. `exit` comes at `process.exit` and at an uncaught exception, too, when
 * nothing asynchronous can run any more. Returns a function that stops listening.
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

/** Calls `listener` when the page is hidden, left or shown again. Returns a function that stops listening. */
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
