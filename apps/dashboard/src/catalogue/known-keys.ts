import { queryOptions } from '@tanstack/react-query';
import { client } from '../api/client.ts';
import { dimensionGroupedBy } from '../kinds/dimensions.ts';
import { type Keyed, type KnownKey, searchKeys } from '../kinds/search-keys.ts';
import type { Dimension } from '../where/filters.ts';

const MOST_KEYS = 30;
const MOST_TEXTS = 50;
const FRESH_FOR = 60_000;

/** Text dimensions, each with the measure that ranks its values. */
const textDimensions = {
  source: 'revenueCount',
  eventType: 'events',
  model: 'events',
  provider: 'events',
} as const satisfies Partial<Record<Dimension, string>>;

/**
 * Keys to suggest for a text: those that the server finds, or the latest without a text. A dimension of texts has its most
 * frequent ones of 90 days, for every text.
 */
export function knownKeys(sliceDimension: Dimension, text: string) {
  const keyed = keyedOf(sliceDimension);
  return queryOptions({
    queryKey: ['members', keyed ?? sliceDimension, 'known', ...(keyed ? [text] : [])],
    queryFn: ({ signal }): Promise<KnownKey[]> =>
      keyed ? searchKeys(keyed, { text, limit: MOST_KEYS, signal }) : fetchTexts(sliceDimension),
    staleTime: FRESH_FOR,
  });
}

/** The list that has the keys of a slice dimension; undefined for texts and metadata. */
function keyedOf(sliceDimension: Dimension): Keyed | undefined {
  if (sliceDimension === 'session') return 'sessions';
  return dimensionGroupedBy(sliceDimension);
}

async function fetchTexts(sliceDimension: Dimension): Promise<KnownKey[]> {
  if (!isTextDimension(sliceDimension)) return [];
  const measure = textDimensions[sliceDimension];
  const { by } = await client.analytics.slice.query({
    window: { last: 90, unit: 'day' },
    by: {
      values: { dimension: sliceDimension, orderBy: { measure }, first: MOST_TEXTS, totals: [measure] },
    },
  });
  return (by?.values ?? []).flatMap(({ key }) => (key === null ? [] : [{ key, name: null }]));
}

function isTextDimension(sliceDimension: Dimension): sliceDimension is keyof typeof textDimensions {
  return Object.hasOwn(textDimensions, sliceDimension);
}
