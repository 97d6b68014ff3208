import path from 'node:path';
import { operations } from '@outturn/service';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { analyticsTypes, type Json } from '../../packages/sdk/scripts/analytics-types.ts';

const file = path.resolve(import.meta.dirname, '../../packages/sdk/src/generated/analytics.ts');

test('the types of analytics() are those of the operation (vitest --update takes over a change)', async () => {
  const { input, output } = operations.analytics.slice;
  const types = await analyticsTypes({
    input: z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Json,
    output: z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }) as Json,
  });

  await expect(types).toMatchFileSnapshot(file);
});
