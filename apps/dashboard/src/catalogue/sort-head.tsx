import { Group, Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import type { Measure } from '../measures/measures.ts';
import type { Sort } from './sort-members.ts';

type SortHeadProps = { by: Measure | 'name'; label: string; sort: Sort; onSort: (sort: Sort) => void };

/** The head of a column that the table can be sorted by. */
export function SortHead({ by, label, sort, onSort }: SortHeadProps) {
  const isChosen = sort.by === by;
  const Icon = !isChosen ? IconSelector : sort.isDescending ? IconArrowDown : IconArrowUp;
  const next = { by, isDescending: isChosen ? !sort.isDescending : by !== 'name' };
  return (
    <Table.Th
      aria-sort={!isChosen ? 'none' : sort.isDescending ? 'descending' : 'ascending'}
      // So that columns stay where they are when rows come.
      style={{ whiteSpace: 'nowrap' }}
      {...(by === 'name' && { w: { base: 130, xs: 240 } })}
    >
      <UnstyledButton w="100%" fz="sm" fw={700} onClick={() => onSort(next)}>
        <Group gap={4} wrap="nowrap" justify={by === 'name' ? 'flex-start' : 'flex-end'}>
          {label}
          <Icon size={14} aria-hidden style={{ flexShrink: 0 }} />
        </Group>
      </UnstyledButton>
    </Table.Th>
  );
}
