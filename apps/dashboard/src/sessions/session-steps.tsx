import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { trpc } from '../api/client.ts';
import { Trouble } from '../feedback/trouble.tsx';
import type { RecordKind } from '../kinds/record-kinds.ts';
import type { Summary } from './session-sums.ts';
import { StepTable } from './step-table.tsx';
import { type Axis, toSteps } from './steps.ts';

type SessionStepsProps = {
  sessionKey: string;
  summary: Summary;
  zone: string;
  onOpen: (kind: RecordKind, id: string) => void;
};

const PAGE = 200;

/** The records of a session, oldest first. */
export function SessionSteps({ sessionKey, summary, zone, onOpen }: SessionStepsProps) {
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery(
    trpc.sessions.timeline.infiniteQueryOptions(
      { key: sessionKey, limit: PAGE },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
  );
  const axis = axisOf(summary);
  const steps =
    data &&
    toSteps(
      data.pages.flatMap(({ items }) => items),
      axis,
    );
  return (
    <>
      {error && <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {!steps && !error && <Skeleton h={320} />}
      {steps && steps.length > 0 && <StepTable steps={steps} axis={axis} zone={zone} onOpen={onOpen} />}
      {hasNextPage && (
        <Button variant="default" w="fit-content" onClick={() => void fetchNextPage()} loading={isFetching}>
          Show more
        </Button>
      )}
    </>
  );
}

/** From the first step to the end of the last one, by all records of the session. */
function axisOf({ startedAt, endedAt }: Summary): Axis {
  return { start: Date.parse(startedAt ?? ''), end: Date.parse(endedAt ?? '') };
}
