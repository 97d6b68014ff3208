import { Group, Tabs, Title } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { EmptyPanel } from '../feedback/empty-panel.tsx';
import { Trouble } from '../feedback/trouble.tsx';
import { type Dimension, dimensionOf } from '../kinds/dimensions.ts';
import {
  firstKind,
  isRecordKind,
  kindsFilteredBy,
  type RecordKind,
  recordKinds,
} from '../kinds/record-kinds.ts';
import { RecordTable } from '../records/record-table.tsx';
import { useLatestRecords } from '../records/use-records.ts';
import { TextLink } from '../shell/links.tsx';
import type { Days, WindowChoice } from '../window/presets.ts';
import { searchOf } from '../window/window-search.ts';

type MemberRecordsProps = {
  dimension: Dimension;
  memberKey: string;
  /** The period of the page, and its days. */
  choice: WindowChoice;
  days: Days;
  zone: string;
};

const LATEST = 10;

/** The latest records of a member in the period. */
export function MemberRecords({ dimension, memberKey, choice, days, zone }: MemberRecordsProps) {
  const { filter } = dimensionOf(dimension);
  const kinds = kindsFilteredBy(filter);
  const [kind, setKind] = useState<RecordKind>(kinds[0] ?? firstKind);
  const navigate = useNavigate();
  // Named, because without a period the page of records lists those of all time.
  const search = { [filter]: memberKey, ...searchOf(choice) };
  const inDays = { [filter]: memberKey, window: 'custom' as const, ...days };
  const { data, error, refetch, isFetching } = useLatestRecords(kind, inDays, LATEST, zone);
  return (
    <section aria-label="Latest records">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          Latest records
        </Title>
        <TextLink to="/records/$kind" params={{ kind }} search={search} size="sm">
          View all
        </TextLink>
      </Group>
      {error && <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      <Tabs value={kind} onChange={(next) => next && isRecordKind(next) && setKind(next)}>
        <Tabs.List mb="sm">
          {kinds.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {recordKinds[name].title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {kinds.map((name) => (
          <Tabs.Panel key={name} value={name}>
            {name === kind && data?.items.length === 0 && (
              <EmptyPanel
                Icon={IconListDetails}
                title={`No ${recordKinds[kind].title.toLowerCase()} in this period`}
              >
                Choose a longer period to see earlier ones.
              </EmptyPanel>
            )}
            {name === kind && (data ? data.items.length > 0 : !error) && (
              <RecordTable
                kind={kind}
                rows={data?.items}
                zone={zone}
                onOpen={(id) =>
                  void navigate({ to: '/records/$kind', params: { kind }, search: { ...search, id } })
                }
              />
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  );
}
