import { useSyncExternalStore } from 'react';

const MINUTE = 60_000;
const LOOK_EVERY = 1000;

/** When the current minute began. Questions that end with it are the same for a minute, so that answers are shared. */
export function currentMinute(): number {
  return Math.floor(Date.now() / MINUTE) * MINUTE;
}

/** The current minute; it changes when the minute does, in a page that is seen. */
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
