import { defineEntity, p } from '@mikro-orm/core';
import { instant, tenantKey } from '../../database/entity-properties.ts';

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
    /** See `actions`. */
    action: p.smallint(),
    reason: p.text(),
    /** The correction of the goal or event that this one follows. */
    causeId: p.uuid().nullable(),
    /** See `authors`. */
    byKind: p.smallint(),
    byId: p.uuid(),
    createdAt: instant(),
  },
  uniques: [{ name: 'corrections_version_unique', properties: ['developerId', 'recordId', 'version'] }],
});
