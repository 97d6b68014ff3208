import { onlineManager } from '@tanstack/react-query';

/**
 * Milliseconds between two checks. While somebody uses the page, a server that does not answer any more is noticed within
 * three seconds, with the timeout of a check. A page that is left open checks less often; its live stream, if it has
 * one, tells at once that the server or the session has ended.
 */
const CHECK_EVERY = { used: 1_000, unused: 30_000 };
/** Milliseconds without any input after which a page counts as unused. */
const UNUSED_AFTER = 5 * 60_000;
/** Events of somebody who uses the page. */
const inputs = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart', 'focus'];
/**
 * Milliseconds. It grows to twice the time of the last answer, so that a slow network is not taken for a server that
 * is away.
 */
const CHECK_TIMEOUT = { least: 1_800, most: 8_000 };
/** Milliseconds after which a check is repeated that failed or was refused. Only a second one in a row counts. */
const REPEAT_AFTER = 500;

const requests = new EventTarget();

/** Checks at once, such as when a live stream has ended. */
export function checkServer(): void {
  requests.dispatchEvent(new Event('check'));
}

type WatchOptions = {
  /** Whether the page that is shown needs a session. */
  needsSession: () => boolean;
  onSignedOut: () => void;
};

type Answer = 'present' | 'signed-out' | 'failed' | 'silent';

/**
 * Checks that the server answers and the session goes on, while the page is visible. The result is the state of the
 * `onlineManager` of TanStack Query: queries pause while the server is away, and run again once it is back. The
 * browser's own events are not enough, since they tell of the network and not of the server. Returns a function that
 * ends it.
 */
export function watchServer({ needsSession, onSignedOut }: WatchOptions): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isChecking = false;
  let last: Answer = 'present';
  let timeout = CHECK_TIMEOUT.least;
  let usedAt = performance.now();
  const isUnused = () => performance.now() - usedAt > UNUSED_AFTER;

  const check = async () => {
    if (isChecking || document.visibilityState === 'hidden') return;
    isChecking = true;
    clearTimeout(timer);
    const start = performance.now();
    const answer = await ask(needsSession(), timeout);
    isChecking = false;
    const { least, most } = CHECK_TIMEOUT;
    timeout = Math.min(Math.max(2 * (performance.now() - start), least), most);
    if (signal.aborted) return;
    const isRepeated = answer === last;
    last = answer;
    if (answer === 'silent' || (answer === 'failed' && isRepeated)) onlineManager.setOnline(false);
    if (answer === 'present' || answer === 'signed-out') onlineManager.setOnline(true);
    // One refusal may come from a cookie that a change of the password has just replaced; two in a row mean that the
    // session has ended.
    if (answer === 'signed-out' && isRepeated && needsSession()) onSignedOut();
    timer = setTimeout(() => void check(), pauseAfter(answer, isRepeated));
  };
  const pauseAfter = (answer: Answer, isRepeated: boolean) => {
    if ((answer === 'failed' || answer === 'signed-out') && !isRepeated) return REPEAT_AFTER;
    const mayWait = answer === 'present' && isUnused();
    return mayWait ? CHECK_EVERY.unused : CHECK_EVERY.used;
  };
  const use = () => {
    const wasUnused = isUnused();
    usedAt = performance.now();
    if (wasUnused) void check();
  };

  // Turns off the listener of TanStack Query for the events of the browser. They only cause a check here.
  onlineManager.setEventListener(() => () => undefined);
  const now = () => void check();
  const show = () => {
    usedAt = performance.now();
    now();
  };
  document.addEventListener('visibilitychange', show, { signal });
  for (const event of ['online', 'offline']) window.addEventListener(event, now, { signal });
  for (const event of inputs) window.addEventListener(event, use, { signal, capture: true, passive: true });
  requests.addEventListener('check', now, { signal });
  timer = setTimeout(now, CHECK_EVERY.used);
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
