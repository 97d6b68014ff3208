import { Badge, Group, Skeleton, Table, Text, UnstyledButton } from '@mantine/core';
import type { MouseEvent } from 'react';
import { MemberName } from '../catalogue/member-name.tsx';
import { looksOf, type RecordKind, recordKinds, refundedIdOf } from '../kinds/record-kinds.ts';
import { SessionLink } from '../shell/session-link.tsx';
import { TableFrame } from '../shell/table-frame.tsx';
import { EventType } from './event-type.tsx';
import type { RecordFields } from './fetch-records.ts';
import { columnsOf, fieldLabel, fieldText, isMoney } from './record-columns.ts';
import classes from './record-table.module.css';
import { useRecordNames } from './use-record-names.ts';

type RecordTableProps = {
  kind: RecordKind;
  rows: readonly RecordFields[] | undefined;
  zone: string;
  onOpen: (id: string) => void;
  /** Fields with figures that are shown beside the columns of the kind. */
  more?: readonly string[] | undefined;
};

/** Pixels for a column at least, on average. */
const COLUMN = 140;
/** As long as Nov 25, 2026, 12:30 PM. */
const TIME_CHARACTERS = 22;
const MONEY_CHARACTERS = 10;

/** As long as the badge that marks a refund. */
const BADGE_CHARACTERS = 10;

const PLACEHOLDERS = Array.from({ length: 12 }, (_, index) => `placeholder ${index}`);

/** Records in rows; a click on the row, or Enter on its time, opens the details. */
export function RecordTable({ kind, rows: given, zone, onOpen, more = [] }: RecordTableProps) {
  const { memberOf, isReady } = useRecordNames(given);
  const rows = isReady ? given : undefined;
  const columns = columnsOf(kind, rows, more);
  const isFigure = (column: string) => isMoney(column) || more.includes(column);
  const { title, time } = recordKinds[kind];
  const open = (id: string) => (event: MouseEvent) => {
    const isLink = event.target instanceof Element && event.target.closest('a') !== null;
    if (!isLink) onOpen(id);
  };
  const cell = (row: RecordFields, column: string) => {
    const value: unknown = Reflect.get(row, column);
    const member = memberOf(column, value);
    if (member) return <MemberName {...member} />;
    const text = fieldText(column, value, zone);
    if (column === time) {
      return (
        <UnstyledButton
          fz="sm"
          className={`figures ${classes.open}`}
          data-peek
          aria-label={`Details of ${text}`}
        >
          {text}
        </UnstyledButton>
      );
    }
    if (isMoney(column)) {
      if (refundedIdOf(kind, row) === undefined) return text;
      const { singular, color } = looksOf(kind, row);
      return (
        <Group gap={6} justify="flex-end" wrap="nowrap">
          <Badge variant="dot" size="sm" color={color} tt="none" fw={500} style={{ flexShrink: 0 }}>
            {singular}
          </Badge>
          {text}
        </Group>
      );
    }
    if (isFigure(column)) return text;
    if (column === 'sessionKey' && typeof value === 'string') return <SessionLink sessionKey={value} />;
    if (column === 'type' && typeof value === 'string') return <EventType type={value} />;
    return (
      <Text size="sm" truncate title={text} dir="auto" ta="left">
        {text}
      </Text>
    );
  };
  /** Figures and times are never cut off, while other columns share what is left. */
  const widthOf = (column: string) => {
    const lengths = rows?.map((row) => {
      const badge = isMoney(column) && refundedIdOf(kind, row) !== undefined ? BADGE_CHARACTERS : 0;
      return badge + fieldText(column, Reflect.get(row, column), zone).length;
    });
    const least =
      column === time ? TIME_CHARACTERS : Math.max(MONEY_CHARACTERS, fieldLabel(column).length + 2);
    return `calc(${Math.max(least, ...(lengths ?? []))} * 0.58em + 20px)`;
  };
  return (
    <TableFrame
      label={title}
      minWidth={columns.length * COLUMN}
      // So that columns stay where they are when rows and names come.
      layout="fixed"
      verticalSpacing={7}
      highlightOnHover
    >
      <Table.Thead>
        <Table.Tr>
          {columns.map((column) => (
            <Table.Th
              key={column}
              ta={isFigure(column) ? 'right' : 'left'}
              {...((column === time || isFigure(column)) && { w: widthOf(column) })}
            >
              {fieldLabel(column)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows?.map((row) => (
          <Table.Tr key={row.id} onClick={open(row.id)} className={classes.row}>
            {columns.map((column) => (
              <Table.Td
                key={column}
                {...(isFigure(column) && { ta: 'right' as const, className: 'figures' })}
              >
                {cell(row, column)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
        {!rows &&
          PLACEHOLDERS.map((key) => (
            <Table.Tr key={key}>
              <Table.Td colSpan={columns.length}>
                <Skeleton h={22} />
              </Table.Td>
            </Table.Tr>
          ))}
      </Table.Tbody>
    </TableFrame>
  );
}
