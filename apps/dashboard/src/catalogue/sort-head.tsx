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
  /** Whether it begins with the smallest. */
  isAscendingFirst?: boolean;
  /** Says more than the label, to screen readers. */
  name?: string;
  /** Whether the column stands close to the one before it, in small type. */
  isBeside?: boolean;
};

/** The head of a column that the table can be ordered by. */
export function SortHead<By extends string>(props: SortHeadProps<By>) {
  const { by, label, name, sort, onSort, isText = false, isBeside = false } = props;
  const { isAscendingFirst = isText } = props;
  const isChosen = sort.by === by;
  const Icon = !isChosen ? IconSelector : sort.isDescending ? IconArrowDown : IconArrowUp;
  const next = { by, isDescending: isChosen ? !sort.isDescending : !isAscendingFirst };
  return (
    <Table.Th
      aria-sort={!isChosen ? 'none' : sort.isDescending ? 'descending' : 'ascending'}
      // So that columns stay where they are when rows come.
      style={{ whiteSpace: 'nowrap' }}
      {...(isText && { w: { base: 130, xs: 240 } })}
      {...(isBeside && { pl: 0 })}
    >
      <UnstyledButton
        w="100%"
        fz={isBeside ? 'xs' : 'sm'}
        fw={700}
        aria-label={name}
        onClick={() => onSort(next)}
      >
        <Group gap={4} wrap="nowrap" justify={isText ? 'flex-start' : 'flex-end'}>
          {label}
          <Icon size={14} aria-hidden style={{ flexShrink: 0 }} />
        </Group>
      </UnstyledButton>
    </Table.Th>
  );
}
