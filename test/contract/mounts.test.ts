import { routes } from '@outturn/rest';
import { allOperations, relations, subscriptions } from '@outturn/service';
import { appRouter } from '@outturn/trpc';
import { expect, test } from 'vitest';

const names = allOperations.map(({ name }) => name).sort();

test('every operation has a name of its own', () => {
  expect(new Set(names).size).toBe(names.length);
});

test('every operation, subscription and look-up by keys is mounted on tRPC under its name', () => {
  const live = Object.values(subscriptions).map((group) => group.live.name);
  const { agents, customers, goalTypes, tools } = relations.many;
  const lookUps = [agents, customers, goalTypes, tools].map(({ name }) => name);
  expect(Object.keys(appRouter._def.procedures).sort()).toEqual([...names, ...live, ...lookUps].sort());
});

/** What analysts ask has the shape of their question, and people manage their account in the dashboard. */
const notOnRest = /^(account|analytics|apiKeys|reports)\./;

test('every operation but those of analysts and accounts is mounted on REST once', () => {
  const expected = names.filter((name) => !notOnRest.test(name));
  expect(routes.map(({ operation }) => operation.name).sort()).toEqual(expected);
});
