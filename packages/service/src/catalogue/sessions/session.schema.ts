import { z } from 'zod';
import { agentOut, createdAt, customerOut, updatedAt } from '../../schema/record-fields.ts';
import { OwnId } from '../../schema/record-id.ts';
import {
  sampleAgent,
  sampleCreatedAt,
  sampleCustomer,
  sampleSessionKey,
} from '../../schema/sample-values.ts';
import { samples } from '../../schema/scalars-and-samples.ts';
import { textOut } from '../../schema/text.ts';

export const Session = z
  .object({
    id: OwnId,
    key: textOut().meta({ description: 'The key that you chose.' }),
    ...agentOut,
    ...customerOut,
    createdAt,
    updatedAt,
  })
  .meta({
    description:
      'One run or conversation of an agent, created by the first record that named its key. Its agent and its customer are each those of the earliest record that names one, by the own time of the record, then its id.',
  })
  .register(samples, {
    sample: {
      id: '018d0c3e-5a10-7b3e-8d21-6f1c0b9e7a05',
      key: sampleSessionKey,
      ...sampleAgent,
      ...sampleCustomer,
      createdAt: sampleCreatedAt,
      updatedAt: sampleCreatedAt,
    },
  });

export type Session = z.output<typeof Session>;
