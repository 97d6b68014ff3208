import type { MemberRef } from './record-kind.ts';

/** A member of a dimension as callers name it: by key, by id (`field` tells an error where it was), or not at all. */
export function refTo(key: string | null | undefined, id?: string | null, field = ''): MemberRef {
  if (key != null) return { key };
  return id == null ? null : { id, field };
}
