import { Grid, Paper, Skeleton, Stack } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { Awaited } from '../feedback/awaited.tsx';
import { EmptyPanel } from '../feedback/empty-panel.tsx';
import { Trouble } from '../feedback/trouble.tsx';
import { useSlice } from '../measures/use-slice.ts';
import { ExampleLink } from '../settings/api-keys/example-link.tsx';
import { Page } from '../shell/page.tsx';
import { askedWindow } from '../window/asked-window.ts';
import { ComparedSpans } from '../window/compared-spans.tsx';
import { PeriodBar } from '../window/period-bar.tsx';
import { daysOf } from '../window/presets.ts';
import { useMinute } from '../window/use-minute.ts';
import { usePeriod } from '../window/use-period.ts';
import { wallTimeAt } from '../zone/wall-time.ts';
import { AnswerChart } from './answer-chart.tsx';
import { AnswerTable } from './answer-table.tsx';
import { CopyGraphql } from './copy-graphql.tsx';
import { QuestionForm } from './question-form.tsx';
import { type QuestionSearch, questionOf } from './question-search.ts';
import { SaveReport } from './save-report.tsx';
import { comparisonOf, toSlice } from './to-slice.ts';

const route = getRouteApi('/app/explore');

export function ExplorePage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { choice, zone } = usePeriod();
  const minute = useMinute();
  const question = questionOf(search);
  const change = (changes: QuestionSearch) =>
    void navigate({ search: { ...search, ...changes }, replace: true, resetScroll: false });
  const days = daysOf(choice, wallTimeAt(minute, zone).day);
  // Documents name whole days, as they are run at other times.
  const slice = toSlice(question, { window: days, days }, zone);
  const asked = askedWindow(choice, comparisonOf(question), { minute, zone });
  const { shown, isOld, error, refetch, isFetching } = useSlice(
    toSlice(question, asked, zone),
    asked.minute,
    question,
  );
  return (
    <Page
      title="Explore"
      isWide
      about="Break down any metric. Share the URL to share this view."
      actions={
        <>
          <PeriodBar isCompared={false} />
          <CopyGraphql slice={slice} />
          <SaveReport slice={slice} />
        </>
      }
    >
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 4, xl: 3 }}>
          <Paper withBorder p="md" component="section" aria-label="Query">
            <Stack gap="sm">
              <QuestionForm question={question} onChange={change} />
            </Stack>
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 8, xl: 9 }}>
          <Stack gap="md">
            {error && <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
            {(shown || !error) && (
              <Awaited isOld={isOld}>
                <ComparedSpans answer={shown?.answer} />
                {shown?.answer.by?.groups?.length === 0 ? (
                  <EmptyPanel Icon={IconChartBar} title="No matching data">
                    Choose a longer period or fewer filters, or{' '}
                    <ExampleLink>see how to record data</ExampleLink>.
                  </EmptyPanel>
                ) : (
                  <Paper withBorder p="md">
                    <Stack gap="md">
                      <AnswerChart
                        question={shown?.about ?? question}
                        shown={shown}
                        zone={shown?.answer.window.timeZone ?? zone}
                      />
                      {shown?.about ? (
                        <AnswerTable
                          question={shown.about}
                          answer={shown.answer}
                          zone={shown.answer.window.timeZone}
                        />
                      ) : (
                        <Skeleton h={320} />
                      )}
                    </Stack>
                  </Paper>
                )}
              </Awaited>
            )}
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}
