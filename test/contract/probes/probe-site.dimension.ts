import { defineValuedDimension } from '../../../packages/service/src/catalogue/definition/define-dimension.ts';

/** A dimension that no source names. Its name has two words, and records name it by another word. */
export const probeSites = defineValuedDimension({
  name: 'probeSites',
  noun: 'a probe site',
  field: 'site',
  description: 'A place that agents visit.',
  example: { id: '018d0c3e-5a10-7b3e-8d21-6f1c0b9e7a09', key: 'hall' },
  slice: { description: 'The site of visits.' },
  samples: { created: { name: 'The hall' }, changed: { name: 'The hall' } },
});
