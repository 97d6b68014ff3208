import { onlineManager } from '@tanstack/react-query';

/**
 * Milliseconds between two checks. With their timeout, a server that does not answer any more is noticed within three
 * seconds.
 */
const CHECK_EVERY = 1_000;
/**
 * Milliseconds. It grows to twice the time of the last answer, so that a slow network is not taken for a server that
 * is away.
 */
const CHECK_TIMEOUT = { least: 1_800, most: 8_000 };
/** Milliseconds after which a failed check is repeated. The server counts as away only if that fails, too. */
const REPEAT_AFTER = 500;

type WatchOptions = {
  /** Whether the page that is shown needs a session. */
  needsSession: () => boolean;
  onSignedOut: () => void;
};

type Answer = 'present' | 'signed-out' | 'failed' | 'silent';

/**
 * Checks each second that the server answers and the session goes on, while the page is visible. The result is the
 * state of the `onlineManager` of TanStack Query: queries pause while the server is away, and run again once it is
 * back. The browser's own events are not enough, since they tell of the network and not of the server. Returns a
 * function that ends it.
 */
export function watchServer({ needsSession, onSignedOut }: WatchOptions): () => void {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isChecking = false;
  let last: Answer = 'present';
  let timeout = CHECK_TIMEOUT.least;

  const check = async () => {
    if (isChecking || document.visibilityState === 'hidden') return;
    isChecking = true;
    clearTimeout(timer);
    const start = performance.now();
    const answer = await ask(needsSession(), timeout);
    isChecking = false;
    const { least, most } = CHECK_TIMEOUT;
    timeout = Math.min(Math.max(2 * (performance.now() - start), least), most);
    if (stop.signal.aborted) return;
    const isRepeated = answer === last;
    last = answer;
    if (answer === 'silent' || (answer === 'failed' && isRepeated)) onlineManager.setOnline(false);
    if (answer === 'present' || answer === 'signed-out') onlineManager.setOnline(true);
    // One refusal may come from a cookie that a change of the password has just replaced; two in a row mean that the
    // session has ended.
    if (answer === 'signed-out' && isRepeated && needsSession()) onSignedOut();
    const isFirstFailure = answer === 'failed' && !isRepeated;
    timer = setTimeout(() => void check(), isFirstFailure ? REPEAT_AFTER : CHECK_EVERY);
  };

  // Turns off the listener of TanStack Query for the events of the browser. They only cause a check here.
  onlineManager.setEventListener(() => () => undefined);
  const now = () => void check();
  document.addEventListener('visibilitychange', now, { signal: stop.signal });
  for (const event of ['online', 'offline']) window.addEventListener(event, now, { signal: stop.signal });
  timer = setTimeout(now, CHECK_EVERY);
  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}

async function ask(needsSession: boolean, timeout: number): Promise<Answer> {
  const signal = AbortSignal.timeout(timeout);
  try {
    // Both addresses count against no limit of requests.
    const url = needsSession ? '/api/auth/session' : '/healthz';
    const { status } = await fetch(url, { cache: 'no-store', priority: 'high', signal });
    if (status === 401) return 'signed-out';
    return status >= 500 ? 'failed' : 'present';
  } catch {
    return signal.aborted ? 'silent' : 'failed';
  }
}
