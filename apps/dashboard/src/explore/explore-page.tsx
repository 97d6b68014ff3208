import { Button, CloseButton, Grid, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustments, IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { trpc } from '../api/client.ts';
import { isNotFound } from '../api/error-text.ts';
import { useFilterTexts } from '../catalogue/use-filter-texts.ts';
import { Awaited } from '../feedback/awaited.tsx';
import { EmptyPanel } from '../feedback/empty-panel.tsx';
import { NotFound } from '../feedback/not-found.tsx';
import { Trouble } from '../feedback/trouble.tsx';
import { visible } from '../format/visible.ts';
import { useSlice } from '../measures/use-slice.ts';
import { ExampleLink } from '../settings/api-keys/example-link.tsx';
import { TextLink } from '../shell/links.tsx';
import { Page } from '../shell/page.tsx';
import { isUseful, splitText } from '../where/filters.ts';
import { ComparedSpans } from '../window/compared-spans.tsx';
import { PeriodBar } from '../window/period-bar.tsx';
import { usePeriod } from '../window/use-period.ts';
import { AnswerChart } from './answer-chart.tsx';
import { hasNoGroups } from './answer-rows.ts';
import { AnswerTable } from './answer-table.tsx';
import { havingText } from './having.ts';
import { knownHaving, knownSplits, unknownNotes } from './known-measures.ts';
import { type Question, type QuestionSearch, questionOf } from './question.ts';
import { QuestionForm } from './question-form.tsx';
import { SpreadTable } from './spread-table.tsx';
import { canCompare, toSlice } from './to-slice.ts';
import { searchOfView, toView } from './view.ts';
import { ViewActions } from './view-actions.tsx';

const route = getRouteApi('/app/explore');

/** Pixels that the actions of a view take. */
const ACTIONS = 138;

/** A question with its answer. An address that names a view and no question opens the view. */
export function ExplorePage() {
  const { view, measures } = route.useSearch();
  return view !== undefined && measures === undefined ? <OpenView name={view} /> : <Exploration />;
}

/** Goes on to the address of the view's question. */
function OpenView({ name }: { name: string }) {
  const { data, error, refetch, isFetching } = useQuery(trpc.reports.get.queryOptions({ name }));
  const search = data?.view && searchOfView(data.view);
  if (search) return <Navigate to="/explore" search={{ ...search, view: name }} replace />;
  const isMissing = isNotFound(error) || data !== undefined;
  return (
    <Page title={visible(name)}>
      {isMissing && (
        <NotFound
          title={data ? 'Explore cannot show this view' : 'View not found'}
          about={
            data
              ? 'It was saved through the API. Its answer is on the page'
              : 'It may have been renamed or deleted. See'
          }
          link={<TextLink to="/views">Views</TextLink>}
        />
      )}
      {error && !isMissing && (
        <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {!data && !error && <Skeleton h={480} />}
    </Page>
  );
}

function Exploration() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { asked, zone } = usePeriod();
  const question = questionOf(search);
  const saved = useQuery({
    ...trpc.reports.get.queryOptions({ name: search.view ?? '' }),
    enabled: search.view !== undefined,
  });
  const isMissing = isNotFound(saved.error);
  const view = !isMissing && saved.data?.view ? saved.data : undefined;
  const change = (changes: QuestionSearch) =>
    void navigate({ search: { ...search, ...changes }, replace: true, resetScroll: false });
  // On a phone, the answer comes first.
  const [isEditing, { toggle }] = useDisclosure();
  const slice = toSlice(question, asked, zone);
  const { shown, isOld, error, refetch, isFetching } = useSlice(slice, asked.minute, question);
  const about = shown?.about ?? question;
  const isEmpty = shown !== undefined && hasNoGroups(shown.answer, knownSplits(about).length);
  return (
    <Page
      title={visible((saved.isLoading ? search.view : view?.name) ?? 'Explore')}
      isWide
      about={view?.description || 'Break down any metric. Share the link or save it as a view.'}
      actions={
        <PeriodBar isCompared={canCompare(question)}>
          {saved.isLoading ? (
            <Skeleton w={ACTIONS} h={36} />
          ) : (
            <ViewActions
              view={toView(question, asked, zone)}
              saved={view}
              // Naming the measures keeps the question in the address.
              onNamed={(named) => change({ view: named, measures: question.measures })}
            />
          )}
        </PeriodBar>
      }
    >
      {isMissing && (
        <Text size="sm">
          The view “<bdi>{visible(search.view ?? '')}</bdi>” was not found. It may have been renamed or
          deleted.
        </Text>
      )}
      {saved.error && !isMissing && (
        <Trouble
          error={saved.error}
          onRetry={() => void saved.refetch()}
          isRetrying={saved.isFetching}
          title="Couldn't load the view"
        />
      )}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 4, xl: 3 }}>
          <Button
            hiddenFrom="md"
            fullWidth
            variant="default"
            leftSection={<IconAdjustments size={16} aria-hidden />}
            aria-expanded={isEditing}
            onClick={toggle}
            mb={isEditing ? 'sm' : 0}
          >
            {isEditing ? 'Hide query' : 'Edit query'}
          </Button>
          <Paper
            withBorder
            p="md"
            component="section"
            aria-label="Query"
            display={{ base: isEditing ? 'block' : 'none', md: 'block' }}
          >
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
                <ConditionsInWords question={question} onClear={() => change({ having: undefined })} />
                {isEmpty && <NoGroups question={about} onClear={() => change({ having: undefined })} />}
                {!isEmpty && (
                  <Paper withBorder p="md">
                    <Stack gap="md">
                      <AnswerChart
                        question={about}
                        shown={shown}
                        zone={shown?.answer.window.timeZone ?? zone}
                        onChoose={(order) => change({ order })}
                      />
                      {shown ? (
                        [AnswerTable, SpreadTable].map((ShownTable) => (
                          <ShownTable
                            key={ShownTable.name}
                            question={about}
                            answer={shown.answer}
                            zone={shown.answer.window.timeZone}
                            onChange={change}
                          />
                        ))
                      ) : (
                        <Skeleton h={320} />
                      )}
                      {notesOn(about).map((note) => (
                        <Text key={note} size="sm" c="dimmed">
                          {note}
                        </Text>
                      ))}
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

type ConditionsProps = { question: Question; onClear: () => void };

/** The filters and the condition on groups, which can be cleared where the form is hidden. */
function ConditionsInWords({ question, onClear }: ConditionsProps) {
  const texts = useFilterTexts(question.where.filter(isUseful));
  const having = shownHaving(question);
  if (texts.length === 0 && !having) return null;
  return (
    <Group gap={4}>
      <Text size="sm" component="p" m={0}>
        {[...texts, ...(having ? [`Only where ${havingText(having)}`] : [])].join(' · ')}
      </Text>
      {having && <CloseButton size="sm" aria-label="Clear the condition on groups" onClick={onClear} />}
    </Group>
  );
}

function NoGroups({ question, onClear }: ConditionsProps) {
  const having = shownHaving(question);
  const innermost = knownSplits(question).at(-1);
  return (
    <EmptyPanel
      Icon={IconChartBar}
      title={having && innermost ? `No ${splitText(innermost)} meets the condition` : 'No matching data'}
    >
      {having ? (
        <Stack align="center" gap="sm">
          Choose another value, a longer period or no condition.
          <Button variant="default" size="xs" onClick={onClear}>
            Clear condition
          </Button>
        </Stack>
      ) : (
        <>
          Choose a longer period or fewer filters, or <ExampleLink>see how to record data</ExampleLink>.
        </>
      )}
    </EmptyPanel>
  );
}

function shownHaving(question: Question) {
  const { length } = knownSplits(question);
  return length > 0 ? knownHaving(question, length) : undefined;
}

/** Why figures are missing, and why others do not add up. */
function notesOn(question: Question): string[] {
  const note = 'The total counts all groups, also those that do not meet the condition.';
  return [...unknownNotes(question), ...(shownHaving(question) ? [note] : [])];
}
