import { useEffect, useRef } from 'react';

/** Wait before each try, in milliseconds; random, as one failure breaks many dashboards at once. */
const RETRY_AFTER = { least: 1_000, most: 4_000 };

/** Subscribes again after a subscription failed. */
export function useResubscribe(isBroken: boolean, subscribe: () => void): void {
  const latest = useRef(subscribe);
  latest.current = subscribe;
  useEffect(() => {
    if (!isBroken) return;
    const { least, most } = RETRY_AFTER;
    const timer = setTimeout(() => latest.current(), least + Math.random() * (most - least));
    return () => clearTimeout(timer);
  }, [isBroken]);
}
