import { Grid, SimpleGrid, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { loadCode } from '../api/load-code.ts';
import { queryClient } from '../api/query-client.ts';
import { Awaited } from '../feedback/awaited.tsx';
import { Trouble } from '../feedback/trouble.tsx';
import { LiveDot } from '../live/live-dot.tsx';
import { useLiveRecords } from '../live/use-live-records.ts';
import { Tiles } from '../measures/tiles.tsx';
import { type SliceAnswer, useSlice } from '../measures/use-slice.ts';
import { useSecret } from '../settings/api-keys/secret.ts';
import { apiKeysQuery } from '../settings/api-keys/use-api-keys.ts';
import { Page } from '../shell/page.tsx';
import { ComparedSpans } from '../window/compared-spans.tsx';
import { PeriodBar } from '../window/period-bar.tsx';
import { usePeriod } from '../window/use-period.ts';
import { MarginOverTime } from './margin-over-time.tsx';
import { MemberList } from './member-list.tsx';
import { NeedsAttention } from './needs-attention.tsx';
import { errorsQuestion, overviewMeasures, overviewQuestion } from './overview-question.ts';

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
  const isFirst = isEmpty || secret !== undefined;
  const { shown, isOld, ...main } = useSlice(overviewQuestion(asked, zone), asked.minute);
  const errors = useSlice(isEmpty ? undefined : errorsQuestion(asked, zone), asked.minute);
  const failed = [main, errors].filter(({ error }) => error);
  const live = { records, state, zone };
  return (
    <Page
      title="Overview"
      about="What your agents earn and cost."
      actions={<PeriodBar>{!isFirst && <LiveDot {...live} />}</PeriodBar>}
    >
      {failed[0] && (
        <Trouble
          error={failed[0].error}
          onRetry={() => void Promise.all(failed.map(({ refetch }) => refetch()))}
          isRetrying={failed.some(({ isFetching }) => isFetching)}
        />
      )}
      {isFirst && (
        <Suspense fallback={<Skeleton h={460} />}>
          <FirstRecord secret={secret} onKey={show} onSaved={forget} live={live} />
        </Suspense>
      )}
      {!isEmpty && (shown || !main.error) && (
        <>
          <Awaited isOld={isOld}>
            <ComparedSpans answer={shown?.answer} />
            <OverviewFigures answer={shown?.answer} errors={errors} />
          </Awaited>
          <Grid gap="md">
            <Grid.Col span={{ base: 12, lg: 5 }}>
              <Awaited isOld={isOld}>
                <NeedsAttention answer={isOld ? undefined : shown?.answer} asked={asked} zone={zone} />
              </Awaited>
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 7 }}>
              <Awaited isOld={isOld}>
                <MarginOverTime shown={shown} />
              </Awaited>
            </Grid.Col>
          </Grid>
          <Awaited isOld={isOld}>
            <Members answer={shown?.answer} />
          </Awaited>
        </>
      )}
    </Page>
  );
}

type OverviewFiguresProps = { answer: SliceAnswer | undefined; errors: ReturnType<typeof useSlice> };

/** The margin, and what it is made of. */
function OverviewFigures({ answer, errors }: OverviewFiguresProps) {
  const counted = errors.isOld ? undefined : errors.shown?.answer;
  // Without the figure while it loads; with one that has no value where it could not be loaded.
  const isAnswered = counted !== undefined || errors.error !== null;
  const withErrors = (totals: SliceAnswer['totals'], counts: SliceAnswer['totals']) =>
    totals && { ...totals, ...(isAnswered && { errors: counts?.errors }) };
  const figures = {
    totals: withErrors(answer?.totals, counted?.totals),
    before: withErrors(answer?.previous?.totals, counted?.previous?.totals),
    isCompared: !answer || answer.previous !== undefined,
    isLoading: !answer,
    where: [],
  };
  return (
    <Grid gap="sm">
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Tiles measures={['margin']} isLarge {...figures} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Tiles measures={[...overviewMeasures, 'errors']} {...figures} />
      </Grid.Col>
    </Grid>
  );
}

/** The agents and customers that lose and earn the most. */
function Members({ answer }: { answer: SliceAnswer | undefined }) {
  const { losingAgents, losingCustomers, earningAgents, earningCustomers } = answer?.by ?? {};
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      <MemberList kind="losing" dimension="agents" groups={losingAgents} />
      <MemberList kind="earning" dimension="agents" groups={earningAgents} />
      <MemberList kind="losing" dimension="customers" groups={losingCustomers} />
      <MemberList kind="earning" dimension="customers" groups={earningCustomers} />
    </SimpleGrid>
  );
}
