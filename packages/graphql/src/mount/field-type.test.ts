import { scalars } from '@outturn/service';
import { printSchema } from 'graphql';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { mountScalars } from '../schema/scalars.ts';
import { inputType } from './input-type.ts';
import { objectType } from './object-type.ts';
import { newDraft } from './schema-builder.ts';

function schemaOf(output: Parameters<typeof objectType>[2]) {
  const draft = newDraft();
  mountScalars(draft);
  const type = objectType(draft, 'Probe', output);
  draft.builder.queryField('probe', (t) => t.field({ type, resolve: () => ({}) }));
  draft.builder.mutationField('none', (t) => t.boolean({ resolve: () => true }));
  draft.builder.subscriptionField('none', (t) =>
    t.boolean({ subscribe: async function* () {}, resolve: () => true }),
  );
  return draft.builder.toSchema();
}

test('fields get names, scalars, nullability and descriptions from the schema', () => {
  const Size = z.int().register(scalars, { scalar: 'Count' });
  const shown = schemaOf(
    z.object({
      size: Size.nullable().meta({ description: 'How large it is.' }),
      label: z.string(),
      labels: z.array(z.string()),
      isLast: z.boolean().optional(),
    }),
  );
  expect(printSchema(shown)).toContain(`type Probe {
  isLast: Boolean
  label: String!
  labels: [String!]!

  """How large it is."""
  size: Count
}`);
});

test('field without a scalar fails when the schema is built', () => {
  expect(() => schemaOf(z.object({ size: z.int() }))).toThrow('The field Probe.size has no GraphQL type');
  expect(() => schemaOf(z.object({ inner: z.object({}).nullable() }))).toThrow('Probe.inner has no GraphQL');
  expect(() => schemaOf(z.object({ sizes: z.array(z.int()) }))).toThrow('Probe.sizes has no GraphQL');
});

test('field of an input without a scalar fails as well', () => {
  const draft = newDraft();
  expect(() => inputType(draft, 'ProbeInput', z.object({ size: z.int().optional() }))).toThrow(
    'The field ProbeInput.size has no GraphQL type',
  );
});
