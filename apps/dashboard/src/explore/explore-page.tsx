import { Grid, Paper, Skeleton, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { trpc } from '../api/client.ts';
import { Trouble } from '../feedback/trouble.tsx';
import { Page } from '../shell/page.tsx';
import { daysOf } from '../window/presets.ts';
import { useToday } from '../window/use-today.ts';
import { WindowPicker } from '../window/window-picker.tsx';
import { choiceOf, searchOf } from '../window/window-search.ts';
import { useZone } from '../zone/use-zone.ts';
import { ZoneSelect } from '../zone/zone-select.tsx';
import { AnswerChart } from './answer-chart.tsx';
import { AnswerTable } from './answer-table.tsx';
import { CopyGraphql } from './copy-graphql.tsx';
import { QuestionForm } from './question-form.tsx';
import { type QuestionSearch, questionOf } from './question-search.ts';
import { SaveReport } from './save-report.tsx';
import { toSlice } from './to-slice.ts';

const route = getRouteApi('/app/explore');

export function ExplorePage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [ownZone] = useZone();
  const zone = search.zone ?? ownZone;
  const today = useToday(zone);
  const question = questionOf(search);
  const choice = choiceOf(search);
  // The zone always goes along, so that a shared view shows others the same.
  const change = (changes: QuestionSearch) =>
    void navigate({ search: { ...search, zone, ...changes }, replace: true });
  const slice = toSlice(question, daysOf(choice, today), zone);
  const { data, error, refetch, isFetching } = useQuery(
    trpc.analytics.slice.queryOptions(slice, { placeholderData: keepPreviousData }),
  );
  return (
    <Page
      title="Explore"
      about="Break down any metric. Share the URL to share this view."
      actions={
        <>
          <CopyGraphql slice={slice} />
          <SaveReport slice={slice} />
        </>
      }
    >
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 4, xl: 3 }}>
          <Paper withBorder p="md" component="section" aria-label="Query">
            <Stack gap="sm">
              <WindowPicker
                value={choice}
                today={today}
                onChange={(next) => {
                  const { window: _, from: __, to: ___, ...rest } = search;
                  void navigate({ search: { ...rest, zone, ...searchOf(next) }, replace: true });
                }}
              />
              <ZoneSelect value={zone} onChange={(next) => change({ zone: next })} />
              <QuestionForm question={question} onChange={change} />
            </Stack>
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 8, xl: 9 }}>
          <Stack gap="md" aria-busy={isFetching}>
            {error && <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
            {(data || !error) && (
              <Paper withBorder p="md">
                <Stack gap="md">
                  <AnswerChart question={question} answer={data} zone={zone} />
                  {data ? (
                    <AnswerTable question={question} answer={data} zone={zone} />
                  ) : (
                    <Skeleton h={320} />
                  )}
                </Stack>
              </Paper>
            )}
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}
