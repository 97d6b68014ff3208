import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useIsOnline } from '../api/use-is-online.ts';
import { watchBuild } from '../api/watch-build.ts';
import classes from './away-banner.module.css';

/** Says that the server has a newer dashboard than this tab. */
export function NewVersionBanner() {
  const [isThere, setIsThere] = useState(false);
  const isOnline = useIsOnline();
  useEffect(() => watchBuild(() => setIsThere(true)), []);
  if (!isThere || !isOnline) return null;
  return (
    <div className={classes.banner} role="status">
      <span>A new version of Outturn is available.</span>
      <Button size="compact-xs" variant="white" color="dark" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </div>
  );
}
