import type { CallContext } from '@outturn/client';
import { fetchNames } from '../catalogue/fetch-members.ts';
import { type Dimension, dimensionNamedBy, dimensionNames } from '../kinds/dimensions.ts';
import type { RecordFields } from '../records/fetch-records.ts';

/** Puts the names of members beside their keys, for files that are read without the dashboard. Remembers names from page to page. */
export function memberNamer(): (records: readonly RecordFields[], context: CallContext) => Promise<object[]> {
  const known = new Map<Dimension, Map<string, string | null>>(
    dimensionNames.map((name) => [name, new Map()]),
  );
  return async (records, context) => {
    const wanted = new Map<Dimension, Set<string>>();
    for (const [dimension, key] of records.flatMap(membersOf)) {
      if (!known.get(dimension)?.has(key))
        wanted.set(dimension, (wanted.get(dimension) ?? new Set()).add(key));
    }
    await Promise.all(
      [...wanted].map(async ([dimension, keys]) => {
        const names = await fetchNames(dimension, [...keys], context);
        for (const [index, key] of [...keys].entries()) known.get(dimension)?.set(key, names[index] ?? null);
      }),
    );
    return records.map((record) =>
      Object.fromEntries(
        Object.entries(record).flatMap(([field, value]) => {
          const dimension = dimensionNamedBy(field);
          if (!dimension) return [[field, value]];
          const name = typeof value === 'string' ? known.get(dimension)?.get(value) : null;
          return [
            [field, value],
            [field.replace(/Key$/, 'Name'), name ?? null],
          ];
        }),
      ),
    );
  };
}

function membersOf(record: RecordFields): [Dimension, string][] {
  return Object.entries(record).flatMap(([field, value]): [Dimension, string][] => {
    const dimension = dimensionNamedBy(field);
    return dimension && typeof value === 'string' ? [[dimension, value]] : [];
  });
}
