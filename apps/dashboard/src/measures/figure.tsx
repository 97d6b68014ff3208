import { VisuallyHidden } from '@mantine/core';
import { type AnyRouter, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import type { Filter } from '../where/filters.ts';
import classes from './figure.module.css';
import { formatMeasure, formatMeasureExactly, isLoss, type Measure, type MeasureValue } from './measures.ts';

/** The days of a figure, or an hour within them, where they are others than those of its page. */
export type FigurePeriod = {
  window: 'custom';
  from: string;
  to: string;
  hour?: { from: string; to: string };
};

/** The records that a figure counts. It links to them if these are given. */
export type FigureRecords = {
  /** The filters that they meet. */
  where?: readonly Filter[] | undefined;
  period?: FigurePeriod | undefined;
};

type FigureProps = FigureRecords & { measure: Measure; value: MeasureValue; text: string };

/** A figure as `text` shows it, lost money in red. Screen readers get the exact figure instead of the compact form. */
export function Figure({ where, period, ...figure }: FigureProps) {
  const { measure, value } = figure;
  const hasValue = value !== null && value !== undefined;
  return (
    <FigureLink records={hasValue ? proofOf({ measure, where, period }) : undefined}>
      <FigureText {...figure} />
    </FigureLink>
  );
}

type FigureLinkProps = { records: ReturnType<typeof proofOf>; children: ReactNode };

/**
 * A link from a figure to its records, where it has any. A table has thousands of these, for which the links of the router are too
 * slow: each of them builds a location.
 */
export function FigureLink({ records, children }: FigureLinkProps) {
  const router = useRouter();
  const location = useLocation();
  if (!records) return children;
  const { zone, compare, ...period } = carriedFrom(location, router);
  const carried = { zone, compare, ...(!records.window && period) };
  const open = (event: MouseEvent) => {
    const isOfBrowser = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (isOfBrowser || event.defaultPrevented) return;
    event.preventDefault();
    void router.navigate({ to: '/records', search: records });
  };
  return (
    <a
      href={`/records${router.options.stringifySearch({ ...carried, ...records })}`}
      onClick={open}
      className={classes.link}
    >
      {children}
    </a>
  );
}

/** Opens the records of a figure, where it has any. */
export function useOpenRecords(): (records: ReturnType<typeof proofOf>) => void {
  const navigate = useNavigate();
  return (records) => {
    if (records) void navigate({ to: '/records', search: records });
  };
}

type Carried = { zone?: string; compare?: string; [name: string]: unknown };

const carriedByLocation = new WeakMap<object, Carried>();

/** The zone, the comparison and the period of a location, which links carry on. */
function carriedFrom(location: object, router: AnyRouter): Carried {
  const known = carriedByLocation.get(location);
  if (known) return known;
  const { search } = router.buildLocation({ to: '/records', search: {} });
  carriedByLocation.set(location, search);
  return search;
}

/** A figure in the address of the page of its records; undefined for one whose records are not known or fit in no address. */
export function proofOf({ measure, where, period }: FigureRecords & { measure: Measure }) {
  // The share of a bucket is a part of its series, whose period is another.
  if (!where || (period && measure.toLowerCase().endsWith('share'))) return undefined;
  if (!isShort(where)) return undefined;
  return { measure, ...(where.length > 0 && { where: [...where] }), ...period };
}

/** Characters of filters in an address: servers refuse requests for longer ones. */
const MOST_IN_ADDRESS = 6000;
const shortByFilters = new WeakMap<readonly Filter[], boolean>();

/** Whether an address can hold the filters. Remembered, because all figures of a row and all buckets of a line have the same. */
function isShort(where: readonly Filter[]): boolean {
  const known = shortByFilters.get(where);
  if (known !== undefined) return known;
  const result = encodeURIComponent(JSON.stringify(where)).length <= MOST_IN_ADDRESS;
  shortByFilters.set(where, result);
  return result;
}

function FigureText({ measure, value, text }: Omit<FigureProps, keyof FigureRecords>) {
  const color = isLoss(measure, value) ? 'var(--outturn-bad)' : undefined;
  if (text === formatMeasure(measure, value)) return color ? <span style={{ color }}>{text}</span> : text;
  return (
    // Positioned, so that the hidden text scrolls with its table instead of widening the page.
    <span style={{ position: 'relative', color }}>
      <span aria-hidden>{text}</span>
      <VisuallyHidden>{formatMeasureExactly(measure, value)}</VisuallyHidden>
    </span>
  );
}
