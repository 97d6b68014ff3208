import { Text } from '@mantine/core';
import { visible } from '../format/visible.ts';
import { TextLink } from '../shell/links.tsx';
import { type Group, groups } from './groups.ts';
import { type KeyedRow, keyText } from './key-text.ts';

type GroupNameProps = {
  group: Group;
  row: KeyedRow;
  /** Whether to show the key below the name, such as where others have the same name. */
  withKey?: boolean;
};

/** The name of a group of an answer, which links to the page of its member. */
export function GroupName({ group, row, withKey = false }: GroupNameProps) {
  if (row.key === null) {
    return (
      <Text size="sm" c="dimmed" fs="italic" truncate>
        {keyText(row, groups[group].singular.toLowerCase())}
      </Text>
    );
  }
  const key = visible(row.key);
  return (
    <>
      <TextLink
        to="/$group/$key"
        params={{ group, key: row.key }}
        size="sm"
        truncate
        display="block"
        title={key}
        dir="auto"
        ta="left"
      >
        {keyText(row, '')}
      </TextLink>
      {withKey && (
        <Text size="xs" c="dimmed" truncate dir="auto" ta="left" title={key}>
          {key}
        </Text>
      )}
    </>
  );
}
