import { ActionIcon, Drawer, Indicator, Skeleton, Tooltip, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconActivity } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { loadCode } from '../api/load-code.ts';
import { type LiveRecords, liveStates } from './use-live-records.ts';

const LiveList = lazy(() =>
  loadCode(() => import('./live-feed.tsx')).then(({ LiveList }) => ({ default: LiveList })),
);

/** Whether records arrive, and a button that shows the latest of them. */
export function LiveDot({ records, state, zone }: LiveRecords & { zone: string }) {
  const [isOpen, { open, close }] = useDisclosure();
  const { color, text } = liveStates[state];
  return (
    <>
      <Tooltip label={`Live activity: ${text}`} openDelay={400}>
        <Indicator color={color} size={10} offset={6} withBorder>
          <ActionIcon
            variant="default"
            size="input-sm"
            aria-label="Live activity"
            aria-haspopup="dialog"
            onClick={open}
          >
            <IconActivity size={16} aria-hidden />
          </ActionIcon>
        </Indicator>
      </Tooltip>
      <VisuallyHidden role="status">{text}</VisuallyHidden>
      <Drawer
        opened={isOpen}
        onClose={close}
        position="right"
        size="md"
        title={state === 'live' ? 'Live activity' : `Live activity: ${text}`}
      >
        <section aria-label="Live feed">
          <Suspense fallback={<Skeleton h={312} />}>
            <LiveList records={records} zone={zone} />
          </Suspense>
        </section>
      </Drawer>
    </>
  );
}
