import { getRouteApi } from '@tanstack/react-router';
import { recordKindNames, recordKinds } from '../kinds/record-kinds.ts';
import { Page } from '../shell/page.tsx';
import { useToday } from '../window/use-today.ts';
import { useZone } from '../zone/use-zone.ts';
import { CsvButton, DownloadNotice } from './download-notice.tsx';
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
  const change = (changes: RecordsSearch) => {
    const next = { ...search, ...changes };
    const isSamePeriod = given.window && next.from === search.from && next.to === search.to;
    // A period that moves with time goes on moving until other days are chosen.
    const period = isSamePeriod
      ? { window: given.window, from: undefined, to: undefined }
      : { window: undefined };
    void navigate({ search: { ...next, ...period }, replace: true, resetScroll: false });
  };
  const hasRows = Boolean(pages.rows?.length) && !pages.isPlaceholderData;
  return (
    <Page
      title="Records"
      about={recordKinds[kind].about}
      actions={
        <>
          <RecordOrder kind={kind} search={search} onChange={change} />
          <CsvButton
            csv={csv}
            source={
              hasRows
                ? {
                    name: `${kind}.csv`,
                    fetchPage: (asked) => fetchRecords(kind, { search, zone, ...asked }),
                  }
                : undefined
            }
          />
        </>
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
        filters={<RecordFilters key={kind} kind={kind} search={search} onChange={change} />}
        empty={<NoRecords kind={kind} isFiltered={isFiltered(kind, search)} />}
      />
    </Page>
  );
}
