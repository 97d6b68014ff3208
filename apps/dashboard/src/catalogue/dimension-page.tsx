import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconListDetails, IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { Awaited } from '../feedback/awaited.tsx';
import { EmptyPanel } from '../feedback/empty-panel.tsx';
import { Trouble } from '../feedback/trouble.tsx';
import { formatCount } from '../format/count.ts';
import { type Dimension, dimensionOf } from '../kinds/dimensions.ts';
import { kindsWith } from '../kinds/record-kinds.ts';
import { ExampleLink } from '../settings/api-keys/example-link.tsx';
import { Page } from '../shell/page.tsx';
import { PeriodBar } from '../window/period-bar.tsx';
import { usePeriod } from '../window/use-period.ts';
import { MemberEditor } from './member-editor.tsx';
import { MemberTable } from './member-table.tsx';
import { sortIn, sortText } from './members-search.ts';
import { useMembers, useMemberTotals } from './use-members.ts';

const route = getRouteApi('/app/$dimension');

/** All members of a dimension, with their totals. */
export function DimensionPage() {
  const { dimension } = route.useParams();
  // One page each: what is kept while figures are on their way is never that of another dimension.
  return <Members key={dimension} dimension={dimension} />;
}

function Members({ dimension }: { dimension: Dimension }) {
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const { asked, zone } = usePeriod();
  const [isOpen, { open, close }] = useDisclosure();
  const { title, singular, about, empty, filter } = dimensionOf(dimension);
  const { data, error, refetch, isFetching } = useMembers(dimension);
  const figures = useMemberTotals(dimension, data?.members, {
    ...asked,
    timeZone: zone,
  });
  return (
    <Page
      title={title}
      about={about}
      actions={
        <>
          <PeriodBar isCompared={false} />
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
            New {singular.toLowerCase()}
          </Button>
        </>
      }
    >
      {error && <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {figures.error && (
        <Trouble
          error={figures.error}
          onRetry={() => void figures.refetch()}
          isRetrying={figures.isFetching}
        />
      )}
      {data?.members.length === 0 && (
        <EmptyPanel Icon={IconListDetails} title={`No ${title.toLowerCase()} yet`}>
          {empty} <ExampleLink kind={kindsWith(filter)[0]} />.
        </EmptyPanel>
      )}
      {(data ? data.members.length > 0 : !error) && (
        <Awaited isOld={figures.isOld}>
          <MemberTable
            dimension={dimension}
            members={data?.members}
            totals={figures.totals}
            isLoading={!error && !figures.isReady}
            sort={sortIn(search.sort)}
            onSort={(next) =>
              void navigate({
                search: { ...search, sort: sortText(next) },
                replace: true,
                resetScroll: false,
              })
            }
          />
        </Awaited>
      )}
      {data?.hasMore && (
        <Text size="sm" c="dimmed">
          Only the latest {formatCount(data.members.length)} {title.toLowerCase()} are listed.
        </Text>
      )}
      <MemberEditor dimension={dimension} member={undefined} isOpen={isOpen} onClose={close} />
    </Page>
  );
}
