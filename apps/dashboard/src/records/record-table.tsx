import { Paper, Skeleton, Table, Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RecordFields } from './fetch-records.ts';
import { fieldLabel, fieldText, isMoney, tableColumns } from './record-columns.ts';
import { type RecordKind, recordKinds } from './record-kinds.ts';
import classes from './record-table.module.css';

type RecordTableProps = {
  kind: RecordKind;
  rows: readonly RecordFields[] | undefined;
  zone: string;
  /** What to say where there are no rows. */
  empty: ReactNode;
  onOpen: (id: string) => void;
};

const PLACEHOLDERS = Array.from({ length: 12 }, (_, index) => `placeholder ${index}`);

/** Records in rows; a click, or Enter on the time, opens the details. */
export function RecordTable({ kind, rows, zone, empty, onOpen }: RecordTableProps) {
  const columns = tableColumns[kind];
  const { title, time } = recordKinds[kind];
  return (
    <Paper withBorder>
      <Table.ScrollContainer minWidth={720} type="native">
        <Table highlightOnHover aria-label={title} verticalSpacing={7}>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column} ta={isMoney(column) ? 'right' : 'left'}>
                  {fieldLabel(column)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows?.map((row) => (
              <Table.Tr key={row.id} onClick={() => onOpen(row.id)} className={classes.row}>
                {columns.map((column) => {
                  const text = fieldText(column, Reflect.get(row, column), zone);
                  return (
                    <Table.Td key={column} maw={220} ta={isMoney(column) ? 'right' : 'left'}>
                      {column === time ? (
                        <UnstyledButton fz="sm" className={classes.open} aria-label={`Details of ${text}`}>
                          {text}
                        </UnstyledButton>
                      ) : (
                        <Text size="sm" truncate title={text}>
                          {text}
                        </Text>
                      )}
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            ))}
            {!rows &&
              PLACEHOLDERS.map((key) => (
                <Table.Tr key={key}>
                  <Table.Td colSpan={columns.length}>
                    <Skeleton h={20} />
                  </Table.Td>
                </Table.Tr>
              ))}
            {rows?.length === 0 && (
              <Table.Tr>
                <Table.Td colSpan={columns.length} c="dimmed">
                  {empty}
                </Table.Td>
              </Table.Tr>
            )}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  );
}
