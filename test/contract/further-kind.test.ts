import { buildSchema } from '@outturn/graphql';
import { openApiDocument, recordRoutes, routes } from '@outturn/rest';
import { Instant, operations, samples, scalars } from '@outturn/service';
import { recordRouter, routerWith } from '@outturn/trpc';
import { printSchema } from 'graphql';
import { expect, test } from 'vitest';
import { z } from 'zod';

const size = z
  .int()
  .min(0)
  .max(9)
  .meta({ description: 'How large it is.' })
  .register(scalars, { scalar: 'Count' });
const takenAt = Instant.meta({ description: 'When it was taken.' });
const sample = { size: 3, takenAt: '2026-01-01T00:00:00.000Z' };
const Input = z.strictObject({ size, takenAt }).register(samples, { sample });
const Probe = z
  .object({
    id: z.uuid().meta({ description: 'Its id.' }).register(scalars, { scalar: 'ID' }),
    size,
    takenAt,
  })
  .meta({ description: 'A probe.' })
  .register(samples, { sample: { id: '018d0c3e-7a8f-7d10-b6a4-3c2e1f0d9b12', ...sample } });

const { record: recordGoal, recordBatch, list, get } = operations.goals;
const record = {
  ...recordGoal,
  name: 'probes.record',
  input: Input,
  output: Probe,
  toRecord: () => ({ values: [], dimensions: [] }),
  ledger: { ...recordGoal.ledger, time: { column: 'taken_at', field: 'takenAt' } },
};
const probes = {
  record,
  recordBatch: { ...recordBatch, name: 'probes.recordBatch', of: record, items: z.array(Input).max(1000) },
  list: {
    ...list,
    name: 'probes.list',
    input: z.strictObject({ limit: z.int().optional(), sizeFrom: size.optional() }),
    output: z.object({ items: z.array(Probe), nextCursor: z.string().nullable() }),
    run: () => Promise.reject(new Error('not run')),
  },
  get: { ...get, name: 'probes.get', output: Probe, run: () => Promise.reject(new Error('not run')) },
};

test('schemas of a further kind reach OpenAPI', () => {
  const { paths, components } = openApiDocument('/', [...routes, ...recordRoutes(probes)]);
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining(['/v1/probes', '/v1/probes/batch', '/v1/probes/{id}']),
  );
  expect(components.schemas.Probe).toMatchObject({
    description: 'A probe.',
    properties: { size: { type: 'integer', description: 'How large it is.', maximum: 9 } },
  });
  expect(paths['/v1/probes']?.post?.requestBody).toMatchObject({
    content: { 'application/json': { example: sample } },
  });
});

test('fields of a further kind reach GraphQL', () => {
  const printed = printSchema(buildSchema([probes]));
  expect(printed).toContain('type Probe implements Record {');
  expect(printed).toContain('"""How large it is."""\n  size: Count!');
  expect(printed).toMatch(/input ProbeFilter \{\n {2}"""How large it is\."""\n {2}sizeFrom: Count\n\}/);
  expect(printed).toContain('recordProbe(');
});

test('operations of a further kind become procedures', () => {
  const { procedures } = routerWith({ probes: recordRouter(probes) })._def;
  expect(Object.keys(procedures)).toEqual(expect.arrayContaining(['probes.record', 'revenues.record']));
});
