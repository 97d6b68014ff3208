import { Code, DataList, Text } from '@mantine/core';
import { visible } from '../format/visible.ts';
import { NOTHING } from '../measures/measures.ts';

/** Metadata by key. Lists and objects within it are shown as JSON. */
export function MetadataList({ metadata }: { metadata: Readonly<Record<string, unknown>> }) {
  return (
    <DataList withDivider gap="xs" labelWidth={150}>
      {Object.entries(metadata).map(([key, value]) => (
        <DataList.Item key={key}>
          <DataList.ItemLabel style={{ overflowWrap: 'anywhere' }}>
            <bdi>{visible(key)}</bdi>
          </DataList.ItemLabel>
          <DataList.ItemValue style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
            <MetadataValue value={value} />
          </DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList>
  );
}

function MetadataValue({ value }: { value: unknown }) {
  if (typeof value === 'object' && value !== null) {
    return (
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {JSON.stringify(value, undefined, 2)}
      </Code>
    );
  }
  return (
    <Text size="sm" span>
      <bdi style={{ whiteSpace: 'pre-wrap' }}>{value === null ? NOTHING : visible(String(value))}</bdi>
    </Text>
  );
}
