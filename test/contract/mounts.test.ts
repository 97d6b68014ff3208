import { ownSchema } from '@outturn/graphql';
import { routes } from '@outturn/rest';
import { allOperations, allSubscriptions, product } from '@outturn/service';
import { appRouter } from '@outturn/trpc';
import { isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineQuery } from '../../packages/service/src/operations/define.ts';

const names = allOperations.map(({ name }) => name).sort();

test('every operation and subscription is mounted on tRPC under its name', () => {
  const live = allSubscriptions.map(({ name }) => name);
  expect(Object.keys(appRouter._def.procedures).sort()).toEqual([...names, ...live].sort());
});

/** A procedure as tRPC tooling reads it. */
type Described = { _def: { inputs: z.ZodType[]; output: z.ZodType } };

test('every tRPC procedure exposes its schemas to tools, and a batch those of its items', () => {
  const procedures = appRouter._def.procedures as unknown as Record<string, Described>;
  const asJson = (schema: z.ZodType | undefined, io: 'input' | 'output') =>
    schema && z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  for (const { _def } of Object.values(procedures)) {
    expect(_def.inputs).toHaveLength(1);
    expect(asJson(_def.inputs[0], 'input')).toMatchObject({
      type: expect.stringMatching(/^(object|array)$/),
    });
    expect(asJson(_def.output, 'output')).toMatchObject({ $schema: expect.any(String) });
  }
  const { inputs, output } = procedures['revenues.recordBatch']?._def ?? {};
  expect(asJson(inputs?.[0], 'input')).toMatchObject({
    maxItems: 1000,
    items: { properties: { amount: { type: 'string', maxLength: 26 }, idempotencyKey: {} } },
  });
  expect(asJson(output, 'output')).toMatchObject({ properties: { created: { maximum: 1000 } } });
});

test('every operation is mounted on REST or GraphQL, or says why it is on neither', () => {
  const { Query, Mutation } = ownSchema().getTypeMap();
  const fields = [Query, Mutation].flatMap((type) =>
    isObjectType(type) ? Object.keys(type.getFields()) : [],
  );
  const paths = routes.map(({ operation }) => operation.name);
  for (const { name, rest, graphql, withoutMount } of allOperations) {
    const field = graphql && ('query' in graphql ? graphql.query : graphql.mutation);
    expect([name, paths.filter((one) => one === name).length]).toEqual([name, rest ? 1 : 0]);
    if (field !== undefined) expect(fields).toContain(field);
    expect([name, withoutMount !== undefined]).toEqual([name, !rest && !graphql]);
  }
});

test('telemetry is taken over OTLP alone, with a scope of API keys', () => {
  const { telemetry } = product;
  expect(telemetry).toMatchObject({
    name: 'traces.record',
    scope: 'events:write',
    withoutMount: expect.stringContaining('OTLP'),
  });
  expect(names).not.toContain('traces.record');
});

test('an operation that is on neither, without saying why, does not compile', () => {
  const operation = {
    name: 'agents.unmounted',
    summary: 'An operation that is mounted nowhere',
    scope: 'agents:read' as const,
    input: z.strictObject({}),
    output: z.object({}),
    run: async () => ({}),
  };
  // @ts-expect-error: the definition has neither a mount nor a reason.
  defineQuery(operation);
  expect(defineQuery({ ...operation, withoutMount: 'It is an example.' }).withoutMount).toBe(
    'It is an example.',
  );
});
