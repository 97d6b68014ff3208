import { Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { trpc } from '../api/client.ts';
import { Awaited } from '../feedback/awaited.tsx';
import { EmptyPanel } from '../feedback/empty-panel.tsx';
import { Trouble } from '../feedback/trouble.tsx';
import { stepKind } from '../kinds/record-kinds.ts';
import { ExampleLink } from '../settings/api-keys/example-link.tsx';
import { Page } from '../shell/page.tsx';
import { PeriodBar } from '../window/period-bar.tsx';
import { usePeriod } from '../window/use-period.ts';
import { SessionFilterInputs } from './session-filters.tsx';
import { SessionTable } from './session-table.tsx';
import { hasFilters, type SessionFilters, toQuestion } from './sessions-search.ts';

const route = getRouteApi('/app/sessions');

/** The list of sessions. */
export function SessionsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { asked, zone } = usePeriod();
  const options = trpc.sessions.list.infiniteQueryOptions(toQuestion(search, asked.days, zone), {
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  const { data, error, refetch, isFetching, isPlaceholderData, hasNextPage, fetchNextPage } =
    useInfiniteQuery(options);
  const sessions = data?.pages.flatMap(({ items }) => items);
  const change = (changes: SessionFilters) =>
    void navigate({
      search: (before) => ({ ...before, ...changes }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Page
      title="Sessions"
      about="Runs and conversations of your agents, created in this period, newest first."
      actions={<PeriodBar isCompared={false} />}
      isWide
    >
      <SessionFilterInputs search={search} onChange={change} />
      {error && <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {(sessions || !error) && (
        <Awaited isOld={isPlaceholderData}>
          {sessions?.length === 0 ? (
            <NoSessions isFiltered={hasFilters(search)} />
          ) : (
            <SessionTable sessions={sessions} zone={zone} />
          )}
        </Awaited>
      )}
      {hasNextPage && (
        <Button variant="default" w="fit-content" onClick={() => void fetchNextPage()} loading={isFetching}>
          Show more
        </Button>
      )}
    </Page>
  );
}

function NoSessions({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyPanel Icon={IconMessages} title="No matching sessions">
        Remove a filter or choose a longer period.
      </EmptyPanel>
    );
  }
  return (
    <EmptyPanel Icon={IconMessages} title="No sessions in this period">
      Choose a longer period, or record an event with a session key: its session then appears here.{' '}
      <ExampleLink kind={stepKind} />.
    </EmptyPanel>
  );
}
