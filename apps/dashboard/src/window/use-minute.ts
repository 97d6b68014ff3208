import { useSyncExternalStore } from 'react';

const MINUTE = 60_000;
const LOOK_EVERY = 1000;

/** The start of the current minute. Questions that end with it stay the same for a minute, so that pages share answers. */
export function currentMinute(): number {
  return Math.floor(Date.now() / MINUTE) * MINUTE;
}

/** The current minute. Renders again at each new minute while the page is visible. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, currentMinute);
}

function subscribe(onChange: () => void): () => void {
  let minute = currentMinute();
  const look = () => {
    if (document.visibilityState === 'hidden' || currentMinute() === minute) return;
    minute = currentMinute();
    onChange();
  };
  const timer = setInterval(look, LOOK_EVERY);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
