import { Grid, SimpleGrid } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { trpc } from '../api/client.ts';
import { MeasureOverTime } from '../charts/measure-over-time.tsx';
import { Trouble } from '../feedback/trouble.tsx';
import { LiveFeed } from '../live/live-feed.tsx';
import { useLiveRecords } from '../live/use-live-records.ts';
import { Tiles } from '../measures/tiles.tsx';
import { Page } from '../shell/page.tsx';
import { daysOf, stepFor } from '../window/presets.ts';
import { useToday } from '../window/use-today.ts';
import { WindowPicker } from '../window/window-picker.tsx';
import { choiceOf, searchOf } from '../window/window-search.ts';
import { useZone } from '../zone/use-zone.ts';
import { ZoneSelect } from '../zone/zone-select.tsx';
import { FirstRevenue } from './first-revenue.tsx';
import { overviewMeasures, overviewQuestion } from './overview-question.ts';
import { TopGroups } from './top-groups.tsx';

const route = getRouteApi('/app/');

export function OverviewPage() {
  const navigate = route.useNavigate();
  const choice = choiceOf(route.useSearch());
  const [zone, setZone] = useZone();
  const today = useToday(zone);
  const days = daysOf(choice, today);
  const { records, state } = useLiveRecords();
  const { data, error, refetch, isFetching } = useQuery(
    trpc.analytics.slice.queryOptions(overviewQuestion(days, zone), { placeholderData: keepPreviousData }),
  );
  return (
    <Page
      title="Overview"
      about="What your agents earn and cost, compared with the previous period."
      actions={
        <>
          <WindowPicker
            value={choice}
            today={today}
            onChange={(next) => void navigate({ search: searchOf(next) })}
          />
          <ZoneSelect value={zone} onChange={setZone} />
        </>
      }
    >
      {error && <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {records?.length === 0 && <FirstRevenue />}
      {(data || !error) && (
        <>
          <Tiles
            measures={overviewMeasures}
            totals={data?.totals}
            before={data?.previous?.totals}
            isLoading={!data}
          />
          <Grid gap="md">
            <Grid.Col span={{ base: 12, lg: 7 }}>
              <MeasureOverTime
                measures={overviewMeasures}
                buckets={data?.series?.main}
                every={stepFor(days)}
                zone={zone}
              />
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 5 }}>
              <LiveFeed records={records} state={state} zone={zone} />
            </Grid.Col>
          </Grid>
          <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
            <TopGroups title="Top agents" group="agents" rows={data?.by?.agents} />
            <TopGroups title="Top customers" group="customers" rows={data?.by?.customers} />
          </SimpleGrid>
        </>
      )}
    </Page>
  );
}
