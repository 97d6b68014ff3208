import { queryOptions } from '@tanstack/react-query';
import { client, type Inputs } from '../api/client.ts';
import { daysOf } from '../window/presets.ts';
import { fetchMembers } from './fetch-members.ts';
import { groupNames, groups } from './groups.ts';

export type Dimension = NonNullable<Inputs['analytics']['slice']['by']>[string]['dimension'];
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
} as const satisfies Partial<Record<Dimension, string>>;

/** Keys or texts to suggest for a dimension: the latest members or sessions, or the most frequent texts of 90 days. */
export function knownKeys(dimension: Dimension) {
  const group = groupNames.find((name) => groups[name].dimension === dimension);
  return queryOptions({
    queryKey: ['members', group ?? dimension, 'known'],
    queryFn: async (): Promise<KnownKey[]> =>
      group ? (await fetchMembers(group, { limit: MOST })).items : fetchKeys(dimension),
    staleTime: FRESH_FOR,
  });
}

async function fetchKeys(dimension: Dimension): Promise<KnownKey[]> {
  if (dimension === 'session') {
    const { items } = await client.sessions.list.query({ limit: MOST });
    return items.map(({ key }) => ({ key, name: null }));
  }
  if (!isTextDimension(dimension)) return [];
  const measure = textDimensions[dimension];
  const { by } = await client.analytics.slice.query({
    window: daysOf({ window: '90d' }, new Date().toISOString().slice(0, 10)),
    by: { values: { dimension, orderBy: { measure }, first: MOST_VALUES, totals: [measure] } },
  });
  return (by?.values ?? []).flatMap(({ key }) => (key === null ? [] : [{ key, name: null }]));
}

function isTextDimension(dimension: Dimension): dimension is keyof typeof textDimensions {
  return Object.hasOwn(textDimensions, dimension);
}
