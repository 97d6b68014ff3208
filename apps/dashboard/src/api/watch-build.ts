/** Milliseconds between two looks, at most: a tab that comes to the front looks, too. */
const LOOK_EVERY = 5 * 60_000;
const LEAST_PAUSE = 60_000;

/**
 * Calls `onNew` once the server has another build of the dashboard than this page, whose files may be gone soon. Returns a
 * function that ends it.
 */
export function watchBuild(onNew: () => void): () => void {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src');
  const stop = new AbortController();
  let lookedAt = performance.now();
  const look = async () => {
    if (document.visibilityState === 'hidden' || performance.now() - lookedAt < LEAST_PAUSE) return;
    lookedAt = performance.now();
    const page = await fetch('/', {
      cache: 'no-store',
      headers: { Accept: 'text/html' },
      signal: stop.signal,
    })
      .then((answer) => (answer.ok ? answer.text() : undefined))
      .catch(() => undefined);
    if (!own || page === undefined || page.includes(own) || stop.signal.aborted) return;
    end();
    onNew();
  };
  const timer = setInterval(() => void look(), LOOK_EVERY);
  document.addEventListener('visibilitychange', () => void look(), { signal: stop.signal });
  const end = () => {
    stop.abort();
    clearInterval(timer);
  };
  return end;
}
