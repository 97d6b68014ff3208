import { Group, Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';

/** The order of a table. */
export type Sort<By extends string = string> = { by: By; isDescending: boolean };

type SortHeadProps<By extends string> = {
  by: By;
  label: string;
  sort: Sort;
  onSort: (sort: Sort<By>) => void;
  /** A column of texts, which begin with the first of the alphabet; figures begin with the largest. */
  isText?: boolean;
  colSpan?: number;
};

/** The head of a column that the table can be ordered by. */
export function SortHead<By extends string>(props: SortHeadProps<By>) {
  const { by, label, sort, onSort, isText = false, colSpan = 1 } = props;
  const isChosen = sort.by === by;
  const Icon = !isChosen ? IconSelector : sort.isDescending ? IconArrowDown : IconArrowUp;
  const next = { by, isDescending: isChosen ? !sort.isDescending : !isText };
  return (
    <Table.Th
      colSpan={colSpan}
      aria-sort={!isChosen ? 'none' : sort.isDescending ? 'descending' : 'ascending'}
      // So that columns stay where they are when rows come.
      style={{ whiteSpace: 'nowrap' }}
      {...(isText && { w: { base: 130, xs: 240 } })}
    >
      <UnstyledButton w="100%" fz="sm" fw={700} onClick={() => onSort(next)}>
        <Group gap={4} wrap="nowrap" justify={isText ? 'flex-start' : 'flex-end'}>
          {label}
          <Icon size={14} aria-hidden style={{ flexShrink: 0 }} />
        </Group>
      </UnstyledButton>
    </Table.Th>
  );
}
