import { defineDimension } from './definition/define-dimension.ts';

export const agents = defineDimension({
  name: 'agents',
  noun: 'an agent',
  description: 'An AI agent, created by a client or by the first record that named its key.',
  example: { id: '018d0c3e-5a10-7b3e-8d21-6f1c0b9e7a01', key: 'support-agent' },
  slice: { description: 'The agent. Answered from rollups.' },
  cut: 'agent',
  samples: {
    created: {
      name: 'Support agent',
      description: 'Answers tickets and sells upgrades.',
      metadata: { team: 'support' },
    },
    changed: { name: 'Support agent', metadata: { team: 'support' } },
  },
});
