import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './awaited.module.css';

/** Figures, dimmed while newer ones are awaited. */
export function Awaited({ isOld, children }: { isOld: boolean; children: ReactNode }) {
  return (
    <Stack gap="sm" className={classes.awaited} aria-busy={isOld} mod={{ old: isOld }}>
      {children}
    </Stack>
  );
}
