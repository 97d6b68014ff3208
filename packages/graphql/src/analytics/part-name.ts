import type { GraphQLResolveInfo } from 'graphql';

type Path = GraphQLResolveInfo['path'];

/**
 * The name of a part in `analytics.slice`: its response key, unless `previous` has an alias or two underscores begin the
 * key, which would be taken for a name of the language (decision 004).
 */
export function partName(key: string, period: string | undefined): string {
  const name = period === undefined || period === 'previous' ? key : `${period}__${key}`;
  return name.startsWith('__') ? `x${name}` : name;
}

export function partNameAt({ key, prev }: Path, { isInPrevious = false } = {}): string {
  return partName(String(key), isInPrevious && prev ? String(prev.key) : undefined);
}
