import { z } from 'zod';
import { sampleAgent, sampleCreatedAt } from '../../schema/sample-values.ts';
import { samples } from '../../schema/scalars-and-samples.ts';
import { Key } from '../../schema/text.ts';
import { describingFields, dimensionFields } from '../definition/dimension.schema.ts';

const described = {
  key: sampleAgent.agentKey,
  name: 'Support agent',
  description: 'Answers tickets and sells upgrades.',
  metadata: { team: 'support' },
};

export const Agent = z
  .object({ ...dimensionFields })
  .meta({ description: 'An AI agent, created by a client or by the first record that named its key.' })
  .register(samples, {
    sample: {
      id: sampleAgent.agentId,
      ...described,
      createdAt: sampleCreatedAt,
      updatedAt: sampleCreatedAt,
    },
  });

export type Agent = z.output<typeof Agent>;

export const CreateAgentInput = z
  .strictObject({ key: Key, ...describingFields })
  .register(samples, { sample: described });
export const UpdateAgentInput = z
  .strictObject({ key: Key, ...describingFields })
  .register(samples, { sample: { key: described.key, name: described.name, metadata: described.metadata } });
