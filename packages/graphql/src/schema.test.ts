import path from 'node:path';
import { operations } from '@outturn/service';
import { expect, test } from 'vitest';
import { printedSchema, schema } from './index.ts';

test('schema.graphql shows the schema', async () => {
  const file = path.resolve(import.meta.dirname, '../../../schema.graphql');
  const update = 'npm test -- packages/graphql/src/schema.test.ts -u';
  await expect(printedSchema, `if the change is meant: ${update}`).toMatchFileSnapshot(file);
});

/** A signed-in person does these, over tRPC. */
const elsewhere = ['account', 'apiKeys'];
const groups = Object.entries(operations).filter(([group]) => !elsewhere.includes(group));

test.each(groups)('%s are readable, and records can be recorded', (group, operation) => {
  const one = group.replace(/s$/, '');
  const queries = schema.getQueryType()?.getFields();
  const mutations = schema.getMutationType()?.getFields();
  if ('list' in operation) expect(queries).toHaveProperty(group);
  if ('get' in operation) expect(queries).toHaveProperty(one);
  if ('record' in operation) {
    expect(mutations).toHaveProperty(`record${one.charAt(0).toUpperCase()}${one.slice(1)}`);
  }
});

test('what fails leaves the rest its answers: every root field may be null', () => {
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) expect(String(field.type)).not.toMatch(/!$/);
  }
});
