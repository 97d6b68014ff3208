import { operations } from '@outturn/service';
import { mountGet } from '../mount/mount-get.ts';
import { mountList } from '../mount/mount-list.ts';
import { objectType } from '../mount/object-type.ts';

const { list, get } = operations.tools;

export const Tool = objectType('Tool', {
  description: 'A tool that agents call. With a value, each call generates a valuable outcome.',
  output: get.output,
  fields: {
    id: 'ID',
    key: 'String',
    name: 'String',
    description: 'String',
    metadata: 'Metadata',
    value: 'Decimal',
    createdAt: 'DateTime',
    updatedAt: 'DateTime',
  },
});

mountList('tools', list, { type: Tool, filter: {} });

mountGet('tool', get, { type: Tool, by: { key: 'String' } });
