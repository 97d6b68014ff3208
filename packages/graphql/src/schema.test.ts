import path from 'node:path';
import { operations, product, recordKinds, scalars } from '@outturn/service';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { buildSchema, ownSchema } from './index.ts';

const schema = ownSchema();
/** As committed in `schema.graphql`. */
const printedSchema = `${printSchema(lexicographicSortSchema(schema))}\n`;

test('schema.graphql equals the schema', async () => {
  const file = path.resolve(import.meta.dirname, '../../../docs/reference/schema.graphql');
  const update = 'npm test -- packages/graphql/src/schema.test.ts -u';
  await expect(printedSchema, `if the change is meant: ${update}`).toMatchFileSnapshot(file);
});

/** A signed-in user manages these over tRPC. */
const elsewhere = ['account', 'apiKeys'];
const groups = Object.entries(operations).filter(([group]) => !elsewhere.includes(group));

test.each(groups)('%s are readable, and records can be recorded', (group, operation) => {
  // A field without a list is a single thing.
  const one = 'list' in operation ? group.replace(/s$/, '') : group;
  const queries = schema.getQueryType()?.getFields();
  const mutations = schema.getMutationType()?.getFields();
  if ('list' in operation) expect(queries).toHaveProperty(group);
  if ('get' in operation) expect(queries).toHaveProperty(one);
  if ('record' in operation) {
    expect(mutations).toHaveProperty(`record${one.charAt(0).toUpperCase()}${one.slice(1)}`);
  }
});

test('every root field is nullable, so that a failed one leaves the answers of others intact', () => {
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) expect(String(field.type)).not.toMatch(/!$/);
  }
});

test('a further kind of record is mounted as a whole from its schemas', () => {
  const size = z.int().register(scalars, { scalar: 'Count' }).meta({ description: 'How large it is.' });
  const takenAt = z.iso.datetime().register(scalars, { scalar: 'DateTime' });
  const named = z.string().nullable();
  const Probe = z
    .object({ size, takenAt, agentKey: named, toolKey: named, toolId: named })
    .meta({ description: 'A probe.' });
  const [, , goals] = recordKinds;
  const { record, recordBatch, correct, correctBatch, history, list, get } = goals.operations;
  const notRun = () => Promise.reject(new Error('is not run'));
  const probes = {
    recordBatch: { ...recordBatch, name: 'probes.recordBatch' as const },
    correct: { ...correct, name: 'probes.correct' as const, graphql: { mutation: 'correctProbe' } },
    correctBatch: { ...correctBatch, name: 'probes.correctBatch' as const },
    history: { ...history, name: 'probes.history' as const, graphql: { query: 'probeHistory' } },
    record: {
      ...record,
      name: 'probes.record' as const,
      graphql: { mutation: 'recordProbe' },
      input: z.strictObject({ size, takenAt }),
      output: Probe,
      recordKind: { ...record.recordKind, time: { column: 'taken_at', field: 'takenAt' } },
    },
    list: {
      ...list,
      name: 'probes.list' as const,
      graphql: { query: 'probes' },
      input: z.strictObject({ limit: z.int().optional(), sizeFrom: size.optional() }),
      output: z.object({ items: z.array(Probe), nextCursor: z.string().nullable() }),
      run: notRun,
    },
    get: { ...get, name: 'probes.get' as const, graphql: { query: 'probe' }, output: Probe, run: notRun },
  };
  const further = buildSchema({
    ...product,
    kinds: [...recordKinds, { ...goals, name: 'probes', table: 'probes', output: Probe, operations: probes }],
    operations: [...product.operations, ...Object.values(probes)],
  });
  const printed = printSchema(lexicographicSortSchema(further));
  expect(printed).toMatch(/"""A probe\."""\ntype Probe implements Record \{/);
  expect(printed).toContain('"""How large it is."""\n  size: Count!');
  expect(printed).toMatch(/input ProbeFilter \{\n {2}"""How large it is\."""\n {2}sizeFrom: Count\n\}/);
  expect(printed).toContain('recordProbe(');
  expect(printed).toMatch(/type Probe implements Record \{[^}]*\n {2}agent: Agent\n[^}]*\n {2}tool: Tool\n/);
  expect(printedSchema).not.toContain('Probe');
});
