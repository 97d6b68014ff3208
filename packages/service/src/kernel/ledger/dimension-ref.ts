import type { DimensionRef } from './ledger-kind.ts';

/** A dimension as callers name it: by key, by id (`field` tells an error where it was), or not at all. */
export function refTo(key: string | null | undefined, id?: string | null, field = ''): DimensionRef {
  if (key != null) return { key };
  return id == null ? null : { id, field };
}
