import { Button, Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Awaited } from '../feedback/awaited.tsx';
import { Trouble } from '../feedback/trouble.tsx';
import { isRecordKind, type RecordKind } from '../kinds/record-kinds.ts';
import type { RecordFields } from './fetch-records.ts';
import { RecordDrawer } from './record-drawer.tsx';
import { RecordTable } from './record-table.tsx';

/** The pages of a list that are loaded; `rows` is undefined until the first has come. */
type RecordPages = {
  rows: readonly RecordFields[] | undefined;
  /** Whether the rows are those of the list that was shown before. */
  isPlaceholderData: boolean;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
  hasNextPage: boolean;
  fetchNextPage: () => unknown;
};

type RecordListProps = {
  tabs: readonly { kind: RecordKind; label: ReactNode }[];
  kind: RecordKind;
  onKind: (kind: RecordKind) => void;
  pages: RecordPages;
  zone: string;
  /** The record whose details are open. */
  id: string | undefined;
  filters?: ReactNode;
  /** Fields with figures that the table shows beside the columns of the kind. */
  more?: readonly string[] | undefined;
  /** In place of a table without rows. */
  empty: ReactNode;
  /** In place of what went wrong, where the page knows what to do about it. */
  trouble?: ReactNode;
};

/** A list of records, with a tab for each kind. A row opens the details of its record, whose id stands in the address. */
export function RecordList(props: RecordListProps) {
  const { tabs, kind, onKind, pages, zone, id, filters, more, empty, trouble } = props;
  const { rows, isPlaceholderData, error, refetch, isFetching, hasNextPage, fetchNextPage } = pages;
  const navigate = useNavigate();
  // Back closes the details.
  const open = (next: string) =>
    void navigate({ to: '.', search: (before) => ({ ...before, id: next }), resetScroll: false });
  const close = () =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, id: undefined }),
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <Tabs value={kind} onChange={(next) => next && isRecordKind(next) && onKind(next)}>
        <Tabs.List>
          {tabs.map(({ kind: name, label }) => (
            <Tabs.Tab key={name} value={name}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ kind: name }) => (
          <Tabs.Panel key={name} value={name} pt="md">
            {name === kind && (
              <>
                {filters}
                {Boolean(error) &&
                  (trouble ?? (
                    <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
                  ))}
                {(rows || !error) && (
                  <Awaited isOld={isPlaceholderData}>
                    {rows?.length === 0 ? (
                      empty
                    ) : (
                      <RecordTable kind={kind} rows={rows} zone={zone} onOpen={open} more={more} />
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
      <RecordDrawer kind={kind} id={id} zone={zone} onClose={close} />
    </>
  );
}
