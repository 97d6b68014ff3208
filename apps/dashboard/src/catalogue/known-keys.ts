import { queryOptions } from '@tanstack/react-query';
import { client, type Inputs } from '../api/client.ts';
import { dimensionNames, dimensions } from '../kinds/dimensions.ts';
import { fetchMembers } from './fetch-members.ts';

export type SliceDimension = NonNullable<Inputs['analytics']['slice']['by']>[string]['dimension'];
export type KnownKey = { key: string; name: string | null };

/** The most members or sessions that one call lists. */
const MOST = 1000;
const MOST_VALUES = 50;
const FRESH_FOR = 60_000;

/** Text dimensions, each with the measure that ranks its values. */
const textDimensions = {
  source: 'revenueCount',
  eventType: 'events',
  model: 'events',
  provider: 'events',
} as const satisfies Partial<Record<SliceDimension, string>>;

/** Keys or texts to suggest for a slice dimension: the latest members or sessions, or the most frequent texts of 90 days. */
export function knownKeys(sliceDimension: SliceDimension) {
  const dimension = dimensionNames.find((name) => dimensions[name].sliceDimension === sliceDimension);
  return queryOptions({
    queryKey: ['members', dimension ?? sliceDimension, 'known'],
    queryFn: async (): Promise<KnownKey[]> =>
      dimension ? (await fetchMembers(dimension, { limit: MOST })).items : fetchKeys(sliceDimension),
    staleTime: FRESH_FOR,
  });
}

async function fetchKeys(sliceDimension: SliceDimension): Promise<KnownKey[]> {
  if (sliceDimension === 'session') {
    const { items } = await client.sessions.list.query({ limit: MOST });
    return items.map(({ key }) => ({ key, name: null }));
  }
  if (!isTextDimension(sliceDimension)) return [];
  const measure = textDimensions[sliceDimension];
  const { by } = await client.analytics.slice.query({
    window: { last: 90, unit: 'day' },
    by: {
      values: { dimension: sliceDimension, orderBy: { measure }, first: MOST_VALUES, totals: [measure] },
    },
  });
  return (by?.values ?? []).flatMap(({ key }) => (key === null ? [] : [{ key, name: null }]));
}

function isTextDimension(sliceDimension: SliceDimension): sliceDimension is keyof typeof textDimensions {
  return Object.hasOwn(textDimensions, sliceDimension);
}
