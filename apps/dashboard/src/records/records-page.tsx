import { Group } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { recordKindNames, recordKinds } from '../kinds/record-kinds.ts';
import { Page } from '../shell/page.tsx';
import { PeriodBar } from '../window/period-bar.tsx';
import { useToday } from '../window/use-today.ts';
import { useZone } from '../zone/use-zone.ts';
import { CsvButton, DownloadNotice } from './download-notice.tsx';
import type { CsvSource } from './fetch-csv.ts';
import { fetchRecords } from './fetch-records.ts';
import { NoRecords } from './no-records.tsx';
import { RecordFilters } from './record-filters.tsx';
import { RecordList } from './record-list.tsx';
import { RecordOrder } from './record-order.tsx';
import { isFiltered, type RecordsSearch, withDays } from './records-search.ts';
import { useCsvDownload } from './use-csv-download.ts';
import { useRecordPages } from './use-records.ts';

const route = getRouteApi('/app/records/$kind');

const tabs = recordKindNames.map((kind) => ({ kind, label: recordKinds[kind].title }));

export function RecordsPage() {
  const { kind } = route.useParams();
  const given = route.useSearch();
  const navigate = route.useNavigate();
  const [zone] = useZone();
  const search = withDays(given, useToday(zone));
  const pages = useRecordPages(kind, search, zone);
  const csv = useCsvDownload();
  const change = (changes: RecordsSearch) =>
    void navigate({ search: { ...given, ...changes }, replace: true, resetScroll: false });
  const source = {
    name: `${kind}.csv`,
    fetchPage: (asked: Parameters<CsvSource['fetchPage']>[0]) =>
      fetchRecords(kind, { search, zone, ...asked }),
  };
  const hasRows = Boolean(pages.rows?.length) && !pages.isPlaceholderData;
  return (
    <Page
      title="Records"
      about={recordKinds[kind].about}
      actions={
        <PeriodBar isCompared={false} hasAllTime>
          <CsvButton csv={csv} source={hasRows ? source : undefined} />
        </PeriodBar>
      }
    >
      <DownloadNotice csv={csv} />
      <RecordList
        tabs={tabs}
        kind={kind}
        // Filters that this kind lacks count for nothing, and are there again on the way back.
        onKind={(next) => void navigate({ params: { kind: next }, search: ({ id: _, ...rest }) => rest })}
        pages={pages}
        zone={zone}
        id={search.id}
        filters={
          <Group justify="space-between" align="flex-end" gap="xs" mb="md">
            <RecordFilters key={kind} kind={kind} search={search} onChange={change} />
            <RecordOrder kind={kind} search={search} onChange={change} />
          </Group>
        }
        empty={<NoRecords kind={kind} isFiltered={isFiltered(kind, search)} />}
      />
    </Page>
  );
}
