import { Button, Tabs } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { Awaited } from '../feedback/awaited.tsx';
import { Trouble } from '../feedback/trouble.tsx';
import { isRecordKind, recordKindNames, recordKinds } from '../kinds/record-kinds.ts';
import { Page } from '../shell/page.tsx';
import { useToday } from '../window/use-today.ts';
import { useZone } from '../zone/use-zone.ts';
import { DownloadNotice } from './download-notice.tsx';
import { NoRecords } from './no-records.tsx';
import { RecordDrawer } from './record-drawer.tsx';
import { RecordFilters } from './record-filters.tsx';
import { RecordOrder } from './record-order.tsx';
import { RecordTable } from './record-table.tsx';
import { isFiltered, type RecordsSearch, withDays } from './records-search.ts';
import { useCsvDownload } from './use-csv-download.ts';
import { useRecordPages } from './use-records.ts';

const route = getRouteApi('/app/records/$kind');

export function RecordsPage() {
  const { kind } = route.useParams();
  const given = route.useSearch();
  const navigate = route.useNavigate();
  const [zone] = useZone();
  const search = withDays(given, useToday(zone));
  const { rows, isPlaceholderData, error, refetch, isFetching, hasNextPage, fetchNextPage } = useRecordPages(
    kind,
    search,
    zone,
  );
  const csv = useCsvDownload(zone);
  const change = (changes: RecordsSearch) => {
    const next = { ...search, ...changes };
    const isSamePeriod = given.window && next.from === search.from && next.to === search.to;
    // A period that moves with time goes on moving until other days are chosen.
    const period = isSamePeriod
      ? { window: given.window, from: undefined, to: undefined }
      : { window: undefined };
    void navigate({ search: { ...next, ...period }, replace: true, resetScroll: false });
  };
  // Back closes the details.
  const open = (id: string) => void navigate({ search: { ...given, id }, resetScroll: false });
  const close = () =>
    void navigate({ search: ({ id: _, ...rest }) => rest, replace: true, resetScroll: false });
  return (
    <Page
      title="Records"
      about={recordKinds[kind].about}
      actions={
        <>
          <RecordOrder kind={kind} search={search} onChange={change} />
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            disabled={!rows?.length || isPlaceholderData || csv.isRunning}
            onClick={() => csv.start({ kind, search })}
          >
            Download CSV
          </Button>
        </>
      }
    >
      <DownloadNotice csv={csv} />
      <Tabs
        value={kind}
        onChange={(next) =>
          next &&
          isRecordKind(next) &&
          // Filters that this kind lacks count for nothing, and are there again on the way back.
          void navigate({ params: { kind: next }, search: ({ id: _, ...rest }) => rest })
        }
      >
        <Tabs.List>
          {recordKindNames.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {recordKinds[name].title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {recordKindNames.map((name) => (
          <Tabs.Panel key={name} value={name} pt="md">
            {name === kind && (
              <>
                <RecordFilters key={kind} kind={kind} search={search} onChange={change} />
                {error && <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
                {(rows || !error) && (
                  <Awaited isOld={isPlaceholderData}>
                    {rows?.length === 0 ? (
                      <NoRecords kind={kind} isFiltered={isFiltered(kind, search)} />
                    ) : (
                      <RecordTable kind={kind} rows={rows} zone={zone} onOpen={open} />
                    )}
                  </Awaited>
                )}
                {hasNextPage && (
                  <Button variant="default" mt="md" onClick={() => void fetchNextPage()} loading={isFetching}>
                    Show more
                  </Button>
                )}
              </>
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
      <RecordDrawer kind={kind} id={search.id} zone={zone} onClose={close} />
    </Page>
  );
}
