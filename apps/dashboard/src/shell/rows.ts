/** Rows of tables, and entries of lists that declare them. */
const ROWS = '[data-rows] tbody > tr, [data-row]';

/** The first link or button of a row, which Enter opens. */
const OPENERS = 'a[href], button:not(:disabled)';

/** The control that shows more of a row without leaving the page. */
const PEEKS = '[data-peek], [aria-expanded]';

/** Focuses the row after the focused one, or before it; without one, the first that is not scrolled past. */
export function focusNextRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)];
  const current = rows.indexOf(focusedRow() as HTMLElement);
  const top = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const next =
    current === -1 ? rows.find((row) => row.getBoundingClientRect().bottom > top) : rows[current + step];
  if (!next) return;
  const opener = next.querySelector<HTMLElement>(OPENERS);
  if (!opener) next.tabIndex = -1;
  (opener ?? next).focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
}

/** Shows the details of the focused row. False where there are none, or where the browser does it: space presses a button. */
export function peekAtRow(): boolean {
  if (document.activeElement?.matches('button, summary')) return false;
  const peek = focusedRow()?.querySelector<HTMLElement>(PEEKS);
  peek?.click();
  return peek != null;
}

function focusedRow(): Element | null {
  return document.activeElement?.closest(ROWS) ?? null;
}
