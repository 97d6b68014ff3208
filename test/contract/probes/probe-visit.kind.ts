import { defineEntity, p } from '@mikro-orm/core';
import { z } from 'zod';
import { agents } from '../../../packages/service/src/catalogue/agents.ts';
import { sessions } from '../../../packages/service/src/catalogue/sessions/sessions.ts';
import {
  instant,
  recordColumns,
  recordIndexes,
} from '../../../packages/service/src/database/entity-properties.ts';
import { defineRecordKind } from '../../../packages/service/src/records/definition/define-record-kind.ts';
import { now } from '../../../packages/service/src/records/definition/now.ts';
import { InstantOut, RecordTime } from '../../../packages/service/src/schema/instant.ts';
import { between } from '../../../packages/service/src/schema/list-filters.ts';
import { correctedOut, createdAt, updatedAt } from '../../../packages/service/src/schema/record-fields.ts';
import { OwnId } from '../../../packages/service/src/schema/record-id.ts';
import { samples } from '../../../packages/service/src/schema/scalars-and-samples.ts';
import { probeSites } from './probe-site.dimension.ts';

const sample = { siteKey: 'hall', visitedAt: '2026-01-01T00:00:00.000Z' };
const indexes = recordIndexes('probe_visits', ['agentId', 'sessionId', 'probeSiteId'], 'visitedAt');

/** A kind that names the further dimension. */
export const probeVisits = defineRecordKind({
  name: 'probeVisits',
  noun: 'probe visit',
  description: 'Records a visit.',
  facts: [10],
  entity: defineEntity({
    name: 'ProbeVisit',
    tableName: 'probe_visits',
    properties: {
      ...recordColumns,
      agentId: p.uuid().nullable(),
      sessionId: p.uuid().nullable(),
      probeSiteId: p.uuid().nullable(),
      visitedAt: instant(),
    },
    indexes,
  }),
  input: z
    .strictObject({
      ...probeSites.keyIn,
      ...probeSites.idIn,
      ...agents.keyIn,
      ...sessions.keyIn,
      visitedAt: RecordTime.nullish().meta({ description: 'When; now if absent.' }),
    })
    .register(samples, { sample }),
  output: z
    .object({
      id: OwnId,
      ...probeSites.idOut,
      ...probeSites.keyOut,
      ...agents.keyOut,
      ...sessions.keyOut,
      visitedAt: InstantOut.meta({ description: 'When, in UTC.' }),
      ...correctedOut,
      createdAt,
      updatedAt,
    })
    .meta({ description: 'A visit.' })
    .register(samples, {
      sample: {
        id: probeSites.sample.siteId,
        ...probeSites.sample,
        agentKey: null,
        sessionKey: null,
        visitedAt: sample.visitedAt,
        status: 'active' as const,
        version: 1,
        createdAt: sample.visitedAt,
        updatedAt: sample.visitedAt,
      },
    }),
  dimensions: [probeSites, agents, sessions],
  time: 'visitedAt',
  defaults: { visitedAt: now },
  filters: { ...probeSites.keyFilter, ...probeSites.idFilter, ...between('visitedAt') },
});
