import path from 'node:path';
import { operations } from '@outturn/service';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { analyticsTypes, type Json } from '../../packages/sdk/scripts/analytics-types.ts';

const file = path.resolve(import.meta.dirname, '../../packages/sdk/src/generated/analytics.ts');

test('the types of analytics() are those of the operations (vitest --update takes over a change)', async () => {
  const { slice, records } = operations.analytics;
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
    z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  const types = await analyticsTypes({
    input: schemaOf(slice.input, 'input'),
    output: schemaOf(slice.output, 'output'),
    records: schemaOf(records.input, 'input'),
  });

  await expect(types).toMatchFileSnapshot(file);
});
