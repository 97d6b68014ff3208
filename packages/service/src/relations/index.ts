import type { z } from 'zod';
import type { RecordOperation } from '../operations/define.ts';
import { getMany } from '../operations/get-many.ts';
import { Rendered } from '../operations/rendered.ts';
import { readCurrent } from '../reading/read-records.ts';
import type { AnyRecordKind } from '../records/definition/define-record-kind.ts';
import { recordsOfEach } from './records-per-parent.ts';

export { sessionsOfEach } from './sessions-per-parent.ts';
export { defineTimeline, timelineOfEach } from './timelines.ts';

/** Batched `list` and `get` of a kind for GraphQL's relations, under the same scopes. Dimensions have look-ups of their own. */
export function relationsOf({ operations }: Pick<AnyRecordKind, 'operations'>) {
  return {
    ofEach: recordsOfEach(operations),
    many: getManyRecords(operations.get, operations.record),
  };
}

function getManyRecords(
  get: AnyRecordKind['operations']['get'],
  { recordKind }: RecordOperation<string, z.ZodType, z.ZodObject>,
) {
  return getMany(
    get,
    async ({ database, principal }, ids) => {
      const texts = await readCurrent(database, recordKind, principal.developerId, [...new Set(ids)]);
      return new Rendered<(Record<string, unknown> | null)[]>(
        `[${ids.map((id) => texts.get(id) ?? 'null').join(',')}]`,
      );
    },
    'id',
  );
}
