import { Paper, Table, type TableProps } from '@mantine/core';

type TableFrameProps = TableProps & {
  label: string;
  /** Below this width the table scrolls, also by keyboard. */
  minWidth: number;
  /** Off where the table stands within a frame. */
  withFrame?: boolean;
};

/** A table whose cells can all be reached, however narrow the page is. */
export function TableFrame({ label, minWidth, withFrame = true, ...table }: TableFrameProps) {
  const scrolling = (
    <Table.ScrollContainer minWidth={minWidth} type="native" role="region" aria-label={label} tabIndex={0}>
      <Table aria-label={label} {...table} />
    </Table.ScrollContainer>
  );
  return withFrame ? <Paper withBorder>{scrolling}</Paper> : scrolling;
}
