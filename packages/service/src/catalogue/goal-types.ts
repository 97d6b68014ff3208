import { defineValuedDimension } from './definition/define-dimension.ts';

export const goalTypes = defineValuedDimension({
  name: 'goalTypes',
  noun: 'a goal type',
  field: 'goal',
  description: 'A kind of goal. With a value, each achievement generates a valuable outcome.',
  example: { id: '018d0c3e-5a10-7b3e-8d21-6f1c0b9e7a03', key: 'qualified-lead' },
  slice: {
    description: 'The type of the goal, also of the goal that brought a revenue or an outcome.',
    through: 'goals',
  },
  samples: {
    created: { name: 'Qualified lead', description: 'A lead that sales accepted.', value: '25.00' },
    changed: { value: '25.00' },
  },
});
