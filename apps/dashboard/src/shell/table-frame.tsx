import { Paper, Table, type TableProps } from '@mantine/core';
import classes from './table-frame.module.css';

type TableFrameProps = TableProps & {
  label: string;
  /** Below this width, or that of its content, the table scrolls, also by keyboard. */
  minWidth?: number;
  /** Beyond this height the rows scroll below their heads. */
  maxHeight?: number;
  /** Off where the table stands within a frame. */
  withFrame?: boolean;
  /** Whether the last column has actions, which stay in sight while the others scroll. */
  hasActions?: boolean;
};

/** A table whose cells can all be reached, however narrow the page is. */
export function TableFrame({
  label,
  minWidth = 0,
  maxHeight,
  withFrame = true,
  hasActions = false,
  ...table
}: TableFrameProps) {
  const scrolling = (
    <Table.ScrollContainer
      minWidth={minWidth}
      {...(maxHeight && { maxHeight })}
      // Bars of the browser take room of their own, where those of Mantine cover figures.
      type="native"
      className={classes.scrolling}
      {...(hasActions && { 'data-actions': true })}
      // Keys move through the rows of every table.
      data-rows
      role="region"
      aria-label={label}
      tabIndex={0}
    >
      <Table
        aria-label={label}
        // The shadow shows through.
        stripedColor="rgb(128 128 128 / 9%)"
        stickyHeader={maxHeight !== undefined}
        {...table}
      />
    </Table.ScrollContainer>
  );
  return withFrame ? <Paper withBorder>{scrolling}</Paper> : scrolling;
}
