import { defineValuedDimension } from './definition/define-dimension.ts';

export const tools = defineValuedDimension({
  name: 'tools',
  noun: 'a tool',
  description: 'A tool that agents call. With a value, each call generates a valuable outcome.',
  example: { id: '018d0c3e-5a10-7b3e-8d21-6f1c0b9e7a04', key: 'crm.lookup' },
  slice: {
    description: 'The tool of events and outcomes, also of the event that brought a revenue.',
    through: 'events',
  },
  samples: {
    created: { name: 'CRM lookup', description: 'Finds a contact by its address.', value: '0.50' },
    changed: { value: '0.50' },
  },
});
