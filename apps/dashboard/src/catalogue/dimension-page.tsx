import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconListDetails, IconPlus, IconSearchOff } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { Awaited } from '../feedback/awaited.tsx';
import { EmptyPanel } from '../feedback/empty-panel.tsx';
import { Trouble } from '../feedback/trouble.tsx';
import { formatCount } from '../format/count.ts';
import { visible } from '../format/visible.ts';
import { type Dimension, dimensionOf } from '../kinds/dimensions.ts';
import { kindsFilteredBy } from '../kinds/record-kinds.ts';
import { ExampleLink } from '../settings/api-keys/example-link.tsx';
import { Page } from '../shell/page.tsx';
import { ComparedSpans } from '../window/compared-spans.tsx';
import { PeriodBar } from '../window/period-bar.tsx';
import { usePeriod } from '../window/use-period.ts';
import { IdleMembers } from './idle-members.tsx';
import { columnsOf, isMeasure } from './member-columns.ts';
import { MemberEditor } from './member-editor.tsx';
import { MemberSearch } from './member-search.tsx';
import { MemberTable } from './member-table.tsx';
import {
  FIRST_SHOWN,
  type MembersSearch,
  type MembersSort,
  MOST_SHOWN,
  sortIn,
  sortText,
} from './members-search.ts';
import { MOST_FOUND, useIdleMembers, useMemberRows, useMembers, useValues } from './use-member-rows.ts';

const route = getRouteApi('/app/$dimension');

/** How many more rows each time. */
const MORE = 100;
const worst: MembersSort = { by: 'margin', isDescending: false };

/** The members of a dimension, with their figures in the period. */
export function DimensionPage() {
  const { dimension } = route.useParams();
  // One page each: what is kept while figures are on their way is never that of another dimension.
  return <Members key={dimension} dimension={dimension} />;
}

function Members({ dimension }: { dimension: Dimension }) {
  const navigate = route.useNavigate();
  const { search, shown = FIRST_SHOWN, sort: given } = route.useSearch();
  const { asked, zone } = usePeriod();
  const [isOpen, { open, close }] = useDisclosure();
  const { title, singular, about, empty, filter } = dimensionOf(dimension);
  const columns = columnsOf[dimension];
  const canCompare = columns.includes('change');
  const sort = sortFor(dimension, given, asked.previous !== undefined);
  const { data: list, isPlaceholderData, error, refetch, isFetching } = useMembers(dimension, search);
  const found = search && list && !isPlaceholderData ? list.items.map(({ key }) => key) : undefined;
  const isPartial = found !== undefined && list?.nextCursor !== null;
  const hasAny = list?.items.length !== 0;
  const isAsked = search ? found !== undefined && found.length > 0 : hasAny;
  const figures = useMemberRows(
    isAsked ? { dimension, asked, zone, keys: found, isPartial, sort, first: shown } : undefined,
  );
  const failure = error ?? figures.error;
  const values = useValues(dimension, figures.table?.rows);
  const idle = useIdleMembers(isPlaceholderData ? undefined : list?.items, figures);
  const change = (next: Pick<MembersSearch, 'sort' | 'search' | 'shown'>) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true, resetScroll: false });
  const order = (next: MembersSort | undefined) => change({ sort: next && sortText(next), shown: undefined });
  const isWorstFirst = sortText(sort) === sortText(worst);
  const isCut = figures.answer?.by?.members?.some(({ isOther }) => isOther);
  return (
    <Page
      title={title}
      about={about}
      isWide={canCompare}
      actions={
        <>
          <PeriodBar isCompared={canCompare} />
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
            New {singular.toLowerCase()}
          </Button>
        </>
      }
    >
      {failure && (
        <Trouble
          error={failure}
          onRetry={() => void Promise.all([error && refetch(), figures.refetch()])}
          isRetrying={isFetching || figures.isFetching}
        />
      )}
      {!search && !hasAny && (
        <EmptyPanel Icon={IconListDetails} title={`No ${title.toLowerCase()} yet`}>
          {empty} <ExampleLink kind={kindsFilteredBy(filter)[0]} />.
        </EmptyPanel>
      )}
      {(search || hasAny) && (
        <Group gap="xs">
          <MemberSearch
            of={title.toLowerCase()}
            value={search ?? ''}
            onChange={(text) => change({ search: text || undefined, shown: undefined })}
          />
          {columns.includes('margin') && (
            <Button
              variant={isWorstFirst ? 'light' : 'default'}
              aria-pressed={isWorstFirst}
              onClick={() => order(isWorstFirst ? undefined : worst)}
            >
              Worst margin first
            </Button>
          )}
        </Group>
      )}
      {search && !hasAny && (
        <EmptyPanel Icon={IconSearchOff} title={`No matching ${title.toLowerCase()}`}>
          No key or name contains “{visible(search)}”.
        </EmptyPanel>
      )}
      {hasAny && (figures.table || !failure) && (
        <Awaited isOld={isPlaceholderData || figures.isOld}>
          {canCompare && <ComparedSpans answer={figures.answer} />}
          {figures.about?.isPartial && (
            <Text size="sm">More than {formatCount(MOST_FOUND)} match. Type more to narrow them.</Text>
          )}
          <MemberTable
            dimension={dimension}
            table={figures.table}
            values={values}
            isCompared={asked.previous !== undefined}
            sort={sort}
            onSort={order}
          />
        </Awaited>
      )}
      {hasAny && isCut && shown < MOST_SHOWN && (
        <Button
          variant="default"
          w="fit-content"
          loading={figures.isOld}
          onClick={() => change({ shown: Math.min(shown + MORE, MOST_SHOWN) })}
        >
          Show more
        </Button>
      )}
      {hasAny && isCut && shown === MOST_SHOWN && (
        <Text size="sm" c="dimmed">
          The first {formatCount(MOST_SHOWN)} are listed. Search to find others.
        </Text>
      )}
      {hasAny && idle && idle.length > 0 && (
        <IdleMembers dimension={dimension} members={idle} hasMore={list?.nextCursor !== null} />
      )}
      <MemberEditor dimension={dimension} member={undefined} isOpen={isOpen} onClose={close} />
    </Page>
  );
}

/** The order of the address, as far as the table has the column; else the first figure, the largest first. */
function sortFor(dimension: Dimension, text: string | undefined, isCompared: boolean): MembersSort {
  const columns = columnsOf[dimension];
  const measures = columns.filter(isMeasure);
  const sort = sortIn(text);
  const isKnown =
    sort &&
    (sort.by === 'change'
      ? isCompared && columns.includes(sort.by)
      : sort.by === 'key' || measures.includes(sort.by));
  return isKnown ? sort : { by: measures[0] ?? 'revenue', isDescending: true };
}
