import type { GraphQLResolveInfo } from 'graphql';

type Path = GraphQLResolveInfo['path'];

/**
 * What `analytics.slice` calls a part that stands at a response key. That is the key itself, but for two: one that begins
 * with two underscores, which the operation takes for names of the language, and one inside a `previous` with an alias,
 * because there is one window before and any number of aliases.
 */
export function partName(key: string, period: string | undefined): string {
  const name = period === undefined || period === 'previous' ? key : `${period}__${key}`;
  return name.startsWith('__') ? `x${name}` : name;
}

/** The name of the part that a resolver stands at. */
export function partNameAt({ key, prev }: Path, { isInPrevious = false } = {}): string {
  return partName(String(key), isInPrevious && prev ? String(prev.key) : undefined);
}
