import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { localDay } from '../format/instant.ts';

const LOOK_EVERY = 10_000;

/** The current day in the zone; it changes when the day does. */
export function useToday(zone: string): string {
  const [now, setNow] = useState(() => new Date());
  useInterval(
    () => {
      if (localDay(new Date(), zone) !== localDay(now, zone)) setNow(new Date());
    },
    LOOK_EVERY,
    { autoInvoke: true },
  );
  return localDay(now, zone);
}
