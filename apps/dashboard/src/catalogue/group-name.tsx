import { Text } from '@mantine/core';
import { TextLink } from '../shell/links.tsx';
import { type Group, groups } from './groups.ts';
import { type KeyedRow, keyText } from './key-text.ts';

/** The name of a group of an answer; it leads to the page of what it names. */
export function GroupName({ group, row }: { group: Group; row: KeyedRow }) {
  if (row.key === null) {
    return (
      <Text size="sm" c="dimmed" fs="italic" truncate>
        {keyText(row, groups[group].singular.toLowerCase())}
      </Text>
    );
  }
  return (
    <TextLink
      to="/$group/$key"
      params={{ group, key: row.key }}
      size="sm"
      truncate
      display="block"
      title={row.key}
    >
      {keyText(row, '')}
    </TextLink>
  );
}
