import { isRecordKind, type RecordKind } from '../kinds/record-kinds.ts';
import { type PeriodSearch, readPeriod } from '../window/carried-period.ts';

/** In the URL of a session: the record whose details are open, and the period that its links carry on. */
export type SessionSearch = PeriodSearch & { kind?: RecordKind; id?: string };

export function readSessionSearch({ kind, id, ...search }: Record<string, unknown>): SessionSearch {
  const isRecord = typeof kind === 'string' && isRecordKind(kind) && typeof id === 'string';
  return { ...readPeriod(search), ...(isRecord && { kind, id }) };
}
