import { DataList, Text } from '@mantine/core';
import { visible } from '../format/visible.ts';
import { NOTHING } from '../measures/measures.ts';

type MetadataListProps = { metadata: Readonly<Record<string, unknown>>; labelWidth?: number };

/** Metadata by key. A value within an object or a list stands at its path, such as `order.items.1`. */
export function MetadataList({ metadata, labelWidth = 150 }: MetadataListProps) {
  return (
    <DataList withDivider gap="xs" labelWidth={labelWidth}>
      {valuesIn(metadata).map(({ path, text }) => (
        <DataList.Item key={JSON.stringify(path)}>
          <DataList.ItemLabel style={{ overflowWrap: 'anywhere' }}>
            <bdi>{visible(path.join('.'))}</bdi>
          </DataList.ItemLabel>
          <DataList.ItemValue style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
            <Text size="sm" span>
              <bdi style={{ whiteSpace: 'pre-wrap' }}>{text}</bdi>
            </Text>
          </DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList>
  );
}

type Value = { path: readonly string[]; text: string };

/** The values in an object, however deep. Lists of texts and numbers are one value. */
function valuesIn(value: unknown, path: readonly string[] = []): Value[] {
  if (typeof value !== 'object' || value === null) return [{ path, text: textOf(value) }];
  const entries = Object.entries(value);
  if (entries.length === 0) return path.length > 0 ? [{ path, text: NOTHING }] : [];
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object' || each === null))
    return [{ path, text: value.map(textOf).join(', ') }];
  return entries.flatMap(([key, inner]) =>
    valuesIn(inner, [...path, Array.isArray(value) ? String(Number(key) + 1) : key]),
  );
}

function textOf(value: unknown): string {
  return value === null ? NOTHING : visible(String(value));
}
