import { Code, DataList, Drawer, Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Group } from '../catalogue/groups.ts';
import { Trouble } from '../feedback/trouble.tsx';
import { TextLink } from '../shell/links.tsx';
import { fieldLabel, fieldText } from './record-columns.ts';
import { type RecordKind, recordKinds } from './record-kinds.ts';
import { useRecord } from './use-records.ts';

type RecordDrawerProps = { kind: RecordKind; id: string | undefined; zone: string; onClose: () => void };

/** All fields of a record. */
export function RecordDrawer({ kind, id, zone, onClose }: RecordDrawerProps) {
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="md"
      title={recordKinds[kind].singular}
    >
      {id !== undefined && <RecordDetails kind={kind} id={id} zone={zone} />}
    </Drawer>
  );
}

function RecordDetails({ kind, id, zone }: { kind: RecordKind; id: string; zone: string }) {
  const { data, error, refetch, isFetching } = useRecord(kind, id);
  if (error) return <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <Skeleton h={420} />;
  return (
    <DataList withDivider gap="xs" labelWidth={120}>
      {Object.entries(data).map(([field, value]) => (
        <DataList.Item key={field}>
          <DataList.ItemLabel>{fieldLabel(field)}</DataList.ItemLabel>
          <DataList.ItemValue style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
            <FieldValue field={field} value={value} zone={zone} />
          </DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList>
  );
}

const pages: Partial<Record<string, Group>> = {
  agentKey: 'agents',
  customerKey: 'customers',
  goalKey: 'goal-types',
  toolKey: 'tools',
};

/** What a record names leads to its page. */
function FieldValue({ field, value, zone }: { field: string; value: unknown; zone: string }): ReactNode {
  const text = fieldText(field, value, zone, 'full');
  const group = pages[field];
  if (typeof value === 'string' && group) {
    return (
      <TextLink to="/$group/$key" params={{ group, key: value }} size="sm">
        {text}
      </TextLink>
    );
  }
  if (typeof value === 'string' && field === 'sessionKey') {
    return <RecordsLink kind="events" search={{ sessionKey: value }} text={text} />;
  }
  if (typeof value === 'string' && field === 'goalId') {
    return <RecordsLink kind="goals" search={{ id: value }} text={text} />;
  }
  if (typeof value === 'string' && field === 'eventId') {
    return <RecordsLink kind="events" search={{ id: value }} text={text} />;
  }
  if (typeof value === 'object' && value !== null) return <Code block>{text}</Code>;
  return (
    <Text size="sm" span>
      {text}
    </Text>
  );
}

type RecordsLinkProps = { kind: RecordKind; search: { id?: string; sessionKey?: string }; text: string };

function RecordsLink({ kind, search, text }: RecordsLinkProps) {
  return (
    <TextLink to="/records/$kind" params={{ kind }} search={search} size="sm">
      {text}
    </TextLink>
  );
}
