import { z } from 'zod';
import { createdAt, updatedAt } from '../../schema/record-fields.ts';
import { OwnId } from '../../schema/record-id.ts';
import { sampleCreatedAt } from '../../schema/sample-values.ts';
import { samples } from '../../schema/scalars-and-samples.ts';
import { textOut } from '../../schema/text.ts';
import { agents } from '../agents.ts';
import { customers } from '../customers.ts';
import { sessionDimension } from './session-names.ts';
import { SessionSummary } from './session-summary.ts';

export const Session = z
  .object({
    id: OwnId,
    key: textOut().meta({ description: 'The key that you chose.' }),
    ...agents.idOut,
    ...agents.keyOut,
    ...customers.idOut,
    ...customers.keyOut,
    createdAt,
    updatedAt,
    summary: SessionSummary.nullable().meta({
      description: 'Sums of its records; null unless `include=summary` asks for them.',
    }),
  })
  .meta({
    description:
      'One run or conversation of an agent, created by the first record that named its key. Its agent and its customer are each those of the earliest record that names one, by the own time of the record, then its id.',
  })
  .register(samples, {
    sample: {
      id: sessionDimension.sample.sessionId,
      key: sessionDimension.sample.sessionKey,
      ...agents.sample,
      ...customers.sample,
      createdAt: sampleCreatedAt,
      updatedAt: sampleCreatedAt,
      summary: null,
    },
  });

export type Session = z.output<typeof Session>;
