import { Text } from '@mantine/core';
import { visible } from '../format/visible.ts';
import { type Dimension, dimensions } from '../kinds/dimensions.ts';
import { TextLink } from '../shell/links.tsx';
import { type KeyedRow, keyText } from './key-text.ts';

type MemberNameProps = {
  dimension: Dimension;
  row: KeyedRow;
  /** Whether to show the key below the name, such as where others have the same name. */
  withKey?: boolean;
};

/** The name of a group of an answer, which links to the page of its member. */
export function MemberName({ dimension, row, withKey = false }: MemberNameProps) {
  if (row.key === null) {
    return (
      <Text size="sm" c="dimmed" fs="italic" truncate>
        {keyText(row, dimensions[dimension].singular.toLowerCase())}
      </Text>
    );
  }
  const key = visible(row.key);
  return (
    <>
      <TextLink
        to="/$dimension/$key"
        params={{ dimension, key: row.key }}
        size="sm"
        truncate
        display="block"
        // As wide as its text: what is beside it belongs to the row.
        w="fit-content"
        maw="100%"
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
