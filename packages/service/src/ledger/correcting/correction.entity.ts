import { defineEntity, p } from '@mikro-orm/core';
import { filterIndexes, instant, tenantKey } from '../../database/entity-properties.ts';

const indexes = [
  ...filterIndexes('corrections', ['runId']),
  // The list of corrections shows a run as one entry. Without it, a list would read the amendments of a run to leave them out.
  {
    name: 'corrections_listed_index',
    properties: ['developerId', 'id'] as ('developerId' | 'id')[],
    where: { runId: null },
  },
];

/** Each makes one version of one record. None ever changes. */
export const CorrectionEntity = defineEntity({
  name: 'Correction',
  tableName: 'corrections',
  properties: {
    ...tenantKey,
    /** The first code of the record's kind. */
    fact: p.smallint(),
    recordId: p.uuid(),
    /** The version that it made. */
    version: p.integer(),
    /** See `actions` and `runActions`. */
    action: p.smallint(),
    reason: p.text(),
    /** The correction of the goal or event that this one follows. */
    causeId: p.uuid().nullable(),
    /** The run of repricing that it is part of. */
    runId: p.uuid().nullable(),
    /** See `authors`. */
    byKind: p.smallint(),
    byId: p.uuid(),
    createdAt: instant(),
  },
  indexes,
  uniques: [{ name: 'corrections_version_unique', properties: ['developerId', 'recordId', 'version'] }],
});
