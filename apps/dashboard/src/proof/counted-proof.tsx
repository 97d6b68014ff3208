import { Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { isTooLarge } from '../api/error-text.ts';
import { Trouble } from '../feedback/trouble.tsx';
import { formatCount } from '../format/count.ts';
import { type RecordKind, recordKinds } from '../kinds/record-kinds.ts';
import { formatMeasureExactly, measures } from '../measures/measures.ts';
import { CsvButton, DownloadNotice } from '../records/download-notice.tsx';
import { NoRecords } from '../records/no-records.tsx';
import { RecordList } from '../records/record-list.tsx';
import { useCsvDownload } from '../records/use-csv-download.ts';
import type { CountedKind } from './measure-parts.ts';
import { memberNamer } from './named-rows.ts';
import { ProofFrame } from './proof-frame.tsx';
import { type Figures, fetchCountedRecords, type Proof, useCountedRecords } from './use-proof.ts';

type CountedProofProps = {
  proof: Proof;
  tabs: readonly CountedKind[];
  kind: RecordKind;
  id: string | undefined;
};

/** A number with the records that it counts, newest first. */
export function CountedProof({ proof, tabs, kind, id }: CountedProofProps) {
  const { measure, zone, asked, figures } = proof;
  const question = { ...asked, measure, kind };
  const pages = useCountedRecords(question);
  const csv = useCsvDownload();
  const navigate = useNavigate({ from: '/records' });
  const source = () => {
    const named = memberNamer();
    return {
      name: `${measure}-${kind}.csv`,
      fetchPage: async (page: Parameters<typeof fetchCountedRecords>[1]) => {
        const { items, nextCursor } = await fetchCountedRecords(question, page);
        return { items: await named(items, page.context), nextCursor };
      },
    };
  };
  const hasRows = Boolean(pages.rows?.length) && !pages.isPlaceholderData;
  return (
    <ProofFrame proof={proof} csv={<CsvButton csv={csv} source={hasRows ? source() : undefined} />}>
      <DownloadNotice csv={csv} />
      <RecordList
        tabs={tabs.map((tab) => ({ kind: tab.kind, label: <TabLabel tab={tab} figures={figures} /> }))}
        kind={kind}
        onKind={(next) =>
          void navigate({ search: ({ id: _, ...before }) => ({ ...before, kind: next }), resetScroll: false })
        }
        pages={pages}
        zone={zone}
        id={id}
        more={tabs.find((tab) => tab.kind === kind)?.adds}
        empty={<NoRecords kind={kind} isFiltered />}
        trouble={
          isTooLarge(pages.error) && (
            <Trouble
              title="Too many records to list in time"
              error={new Error('Choose a shorter period, or open a smaller group.')}
              onRetry={() => void pages.refetch()}
              isRetrying={pages.isFetching}
            />
          )
        }
      />
    </ProofFrame>
  );
}

type TabLabelProps = { tab: CountedKind; figures: Figures | undefined };

/** A kind of records, how many the number counts, and their sum. */
function TabLabel({ tab: { kind, counts, sum }, figures }: TabLabelProps) {
  const { title } = recordKinds[kind];
  const count = counts.reduce((all, name) => all + Number(figures?.totals[name] ?? 0), 0);
  return (
    <Group gap={8} wrap="nowrap" miw={0}>
      {title}
      {figures && counts.length > 0 && (
        <Text span size="sm" c="dimmed" className="figures">
          {formatCount(count)}
        </Text>
      )}
      {figures && sum && (
        <Text span size="sm" fw={600} className="figures">
          {formatMeasureExactly(sum, figures.totals[sum])}
          {measures[sum].kind === 'count' && ` ${measures[sum].label.toLowerCase()}`}
        </Text>
      )}
    </Group>
  );
}
