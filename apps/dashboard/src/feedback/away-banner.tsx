import { Loader } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useIsOnline } from '../api/use-is-online.ts';
import { formatInstant, localDay } from '../format/instant.ts';
import { useZone } from '../zone/use-zone.ts';
import classes from './away-banner.module.css';

/** Says that the server is away, and how old the figures of the page are. */
export function AwayBanner() {
  return useIsOnline() ? null : <Banner />;
}

function Banner() {
  const [zone] = useZone();
  const updatedAt = useUpdatedAt();
  return (
    <div className={classes.banner} role="alert">
      <Loader size={14} color="currentColor" aria-hidden />
      <span>
        Can't reach the server. Reconnecting…{' '}
        {updatedAt > 0 && <span className="figures">Last updated {timeText(updatedAt, zone)}</span>}
      </span>
    </div>
  );
}

/** When the newest answer on the page came, in milliseconds; 0 without one. */
function useUpdatedAt(): number {
  const queries = useQueryClient().getQueryCache();
  const subscribe = useCallback((onChange: () => void) => queries.subscribe(onChange), [queries]);
  return useSyncExternalStore(subscribe, () => {
    const shown = queries.findAll({ type: 'active' });
    return Math.max(0, ...shown.map(({ state }) => state.dataUpdatedAt));
  });
}

function timeText(milliseconds: number, zone: string): string {
  const instant = new Date(milliseconds);
  const isToday = localDay(instant, zone) === localDay(new Date(), zone);
  return formatInstant(instant.toISOString(), zone, isToday ? 'clock' : 'minute');
}
