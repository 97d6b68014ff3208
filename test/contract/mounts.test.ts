import { routes } from '@outturn/rest';
import { allOperations } from '@outturn/service';
import { appRouter } from '@outturn/trpc';
import { expect, test } from 'vitest';

const names = allOperations.map(({ name }) => name).sort();

test('every operation has a name of its own', () => {
  expect(new Set(names).size).toBe(names.length);
});

test('every operation is mounted on tRPC under its name', () => {
  expect(Object.keys(appRouter._def.procedures).sort()).toEqual(names);
});

test('every operation is mounted on REST once', () => {
  expect(routes.map(({ operation }) => operation.name).sort()).toEqual(names);
});
