import { Alert, Button, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { trpc } from '../api/client.ts';
import { Refused } from '../feedback/refused.tsx';
import { tell } from '../feedback/tell.ts';
import { Trouble } from '../feedback/trouble.tsx';
import { visible } from '../format/visible.ts';
import { Page } from '../shell/page.tsx';
import { useZone } from '../zone/use-zone.ts';
import { ConnectExporter } from './connect-exporter.tsx';
import { SourceTable } from './source-table.tsx';
import { adviceOf, sumSources } from './sources.ts';

const HOUR = 3_600_000;
const hours = { day: 24, week: 7 * 24 };
const periods = [
  { value: 'day', label: 'Last 24 hours' },
  { value: 'week', label: 'Last 7 days' },
] as const;
/** Rows of an hour and a source. */
const PAGE = 1_000;
/** Milliseconds, while the page is in sight. */
const LOOK_EVERY = 5_000;

export function TracesPage() {
  const [zone] = useZone();
  const [period, setPeriod] = useState<keyof typeof hours>('day');
  const settings = useQuery(trpc.settings.get.queryOptions({}));
  const ignoredScopes = settings.data?.ignoredScopes;
  const { ignoring, ...ignore } = useIgnore();
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useSources(period);
  const sources = data && sumSources(data.pages.flatMap(({ items }) => items));
  return (
    <Page
      title="Traces"
      about="What your instrumentations and coding agents send over OpenTelemetry, and what becomes of it."
      actions={
        <SegmentedControl aria-label="Period" data={[...periods]} value={period} onChange={setPeriod} />
      }
    >
      {sources &&
        adviceOf(sources).map(({ software, text }) => (
          <Alert key={software} variant="outline">
            <bdi>{visible(software)}</bdi> {text}
          </Alert>
        ))}
      <Stack gap="xs">
        <Title order={2} size="h4">
          Sources
        </Title>
        <Text size="sm" c="dimmed">
          Ignore a scope where two instrumentations tell the same calls. It counts for every program that
          sends it.
        </Text>
        <Refused error={ignore.error ?? settings.error} />
        {error && <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
        {sources?.length === 0 && (
          <Text size="sm">Nothing was received in this period. Connect an exporter below.</Text>
        )}
        {(sources ? sources.length > 0 : !error) && (
          <SourceTable
            sources={sources}
            zone={zone}
            ignoredScopes={ignoredScopes ?? []}
            isChanging={!ignoredScopes || ignoring}
            onIgnore={(name, isIgnored) => {
              const others = (ignoredScopes ?? []).filter((scope) => scope !== name);
              ignore.change(isIgnored ? [...others, name] : others);
            }}
          />
        )}
        {hasNextPage && (
          <Button variant="default" onClick={() => void fetchNextPage()} loading={isFetchingNextPage}>
            Add earlier hours
          </Button>
        )}
      </Stack>
      {(sources || error) && <ConnectExporter />}
    </Page>
  );
}

function useSources(period: keyof typeof hours) {
  // Whole hours, so that a look asks the same question as the one before.
  const from = new Date((Math.floor(Date.now() / HOUR) - hours[period]) * HOUR).toISOString();
  return useInfiniteQuery(
    trpc.traces.sources.infiniteQueryOptions(
      { from, limit: PAGE },
      {
        getNextPageParam: ({ nextCursor }) => nextCursor,
        placeholderData: (earlier) => earlier,
        refetchInterval: LOOK_EVERY,
      },
    ),
  );
}

/** Changes which scopes make no events. */
function useIgnore() {
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation(
    trpc.settings.update.mutationOptions({
      onSuccess: (settings) => {
        queryClient.setQueryData(trpc.settings.get.queryKey({}), settings);
        tell('Saved. It counts for what arrives from now on.');
      },
    }),
  );
  return {
    ignoring: isPending,
    error,
    change: (ignoredScopes: string[]) => mutate({ ignoredScopes }),
  };
}
