import { Grid, SimpleGrid, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { loadCode } from '../api/load-code.ts';
import { queryClient } from '../api/query-client.ts';
import { MeasureOverTime } from '../charts/measure-over-time.tsx';
import { Awaited } from '../feedback/awaited.tsx';
import { Trouble } from '../feedback/trouble.tsx';
import { LiveFeed } from '../live/live-feed.tsx';
import { useLiveRecords } from '../live/use-live-records.ts';
import { Tiles } from '../measures/tiles.tsx';
import { useSlice } from '../measures/use-slice.ts';
import { useSecret } from '../settings/api-keys/secret.ts';
import { apiKeysQuery } from '../settings/api-keys/use-api-keys.ts';
import { Page } from '../shell/page.tsx';
import { ComparedSpans } from '../window/compared-spans.tsx';
import { PeriodBar } from '../window/period-bar.tsx';
import { usePeriod } from '../window/use-period.ts';
import { overviewMeasures, overviewQuestion, unpricedQuestion } from './overview-question.ts';
import { TopMembers } from './top-members.tsx';
import { UnpricedNote } from './unpriced-note.tsx';

/** Loaded on demand, as most accounts have records, with the keys that it mentions, so that its text does not change. */
const FirstRecord = lazy(async () => {
  const [{ FirstRecord }] = await Promise.all([
    loadCode(() => import('./first-record.tsx')),
    queryClient.prefetchQuery(apiKeysQuery),
  ]);
  return { default: FirstRecord };
});

export function OverviewPage() {
  const { asked, zone } = usePeriod();
  const { records, state } = useLiveRecords();
  const { secret, show, forget } = useSecret();
  const isEmpty = records?.length === 0;
  const { shown, isOld, error, refetch, isFetching } = useSlice(overviewQuestion(asked, zone), asked.minute);
  const unpriced = useSlice(unpricedQuestion(asked, zone), asked.minute);
  const answer = shown?.answer;
  return (
    <Page title="Overview" about="What your agents earn and cost." actions={<PeriodBar />}>
      {error && <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {(isEmpty || secret) && (
        <Suspense fallback={<Skeleton h={460} />}>
          <FirstRecord secret={secret} onKey={show} onSaved={forget} arrived={records?.[0]} />
          {isEmpty && <LiveFeed records={records} state={state} zone={zone} />}
        </Suspense>
      )}
      {!isEmpty && (shown || !error) && (
        <>
          <Awaited isOld={isOld}>
            <ComparedSpans answer={answer} />
            <Tiles
              measures={overviewMeasures}
              totals={answer?.totals}
              before={answer?.previous?.totals}
              isCompared={!answer || answer.previous !== undefined}
              isLoading={!answer}
              where={[]}
            />
            {!unpriced.isOld && <UnpricedNote calls={unpriced.shown?.answer.totals?.unpricedEvents} />}
          </Awaited>
          <Grid gap="md">
            <Grid.Col span={{ base: 12, lg: 7 }}>
              <Awaited isOld={isOld}>
                <MeasureOverTime measures={overviewMeasures} shown={shown} where={[]} />
              </Awaited>
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 5 }}>
              <LiveFeed records={records} state={state} zone={zone} />
            </Grid.Col>
          </Grid>
          <Awaited isOld={isOld}>
            <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
              <TopMembers title="Top agents" dimension="agents" rows={answer?.by?.agents} />
              <TopMembers title="Top customers" dimension="customers" rows={answer?.by?.customers} />
            </SimpleGrid>
          </Awaited>
        </>
      )}
    </Page>
  );
}
