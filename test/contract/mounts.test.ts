import { routes } from '@outturn/rest';
import { allOperations, relations, subscriptions } from '@outturn/service';
import { appRouter } from '@outturn/trpc';
import { expect, test } from 'vitest';
import { z } from 'zod';

const names = allOperations.map(({ name }) => name).sort();

test('every operation has a unique name', () => {
  expect(new Set(names).size).toBe(names.length);
});

test('every operation, subscription and look-up by keys is mounted on tRPC under its name', () => {
  const live = Object.values(subscriptions).map((group) => group.live.name);
  const { agents, customers, goalTypes, tools } = relations.many;
  const lookUps = [agents, customers, goalTypes, tools].map(({ name }) => name);
  expect(Object.keys(appRouter._def.procedures).sort()).toEqual([...names, ...live, ...lookUps].sort());
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

/** Analytics answers in the shape of its question, and accounts are managed in the dashboard. */
const notOnRest = /^(account|analytics|apiKeys|reports)\./;

test('every operation outside of analytics and accounts is mounted on REST once', () => {
  const expected = names.filter((name) => !notOnRest.test(name));
  expect(routes.map(({ operation }) => operation.name).sort()).toEqual(expected);
});
