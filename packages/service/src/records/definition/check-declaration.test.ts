import { defineEntity, p } from '@mikro-orm/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { agents } from '../../catalogue/agents.ts';
import { goalTypes } from '../../catalogue/goal-types.ts';
import { instant, recordColumns } from '../../database/entity-properties.ts';
import { Instant, RecordTime } from '../../schema/instant.ts';
import { correctedOut, createdAt, updatedAt } from '../../schema/record-fields.ts';
import { text } from '../../schema/text.ts';
import { outcomes } from '../outcomes/outcome.kind.ts';
import { defineRecordKind } from './define-record-kind.ts';

const key = text(10).nullish();
const properties = { ...recordColumns, agentId: p.uuid().nullable(), takenAt: instant() };
const entityOf = (more: object, tableName = 'probes') =>
  defineEntity({ name: 'Probe', tableName, properties: { ...properties, ...more } });
const input = z.strictObject({ takenAt: RecordTime, agentKey: key });
const output = z.object({
  id: z.string(),
  agentKey: key,
  takenAt: z.string(),
  ...correctedOut,
  createdAt,
  updatedAt,
});
const declaration = {
  name: 'probes',
  noun: 'probe',
  description: '',
  facts: [9],
  entity: entityOf({}),
  input,
  output,
  dimensions: [agents],
  time: 'takenAt',
  filters: {},
} as const;
const goalId = p.uuid().nullable();

test.each<[string, object, string]>([
  ['a field of the input without a column', { input: input.extend({ note: key }) }, 'takes note, for which'],
  ['a dimension of the input alone', { input: input.extend({ toolKey: key }) }, 'takes toolKey, for which'],
  [
    'a default in a schema',
    { entity: entityOf({ unit: p.text() }), input: input.extend({ unit: text(9).default('kg') }) },
    'has a default in the schema of unit',
  ],
  [
    'a column that records may leave empty',
    { entity: entityOf({ unit: p.text() }), input: input.extend({ unit: key }) },
    'needs a value for unit',
  ],
  ['a column that no record fills', { entity: entityOf({ unit: p.text() }) }, 'needs a value for unit'],
  ['a dimension that may be absent', { entity: entityOf({ agentId: p.uuid() }) }, 'field for agentId'],
  ['a key that is not shown', { output: output.omit({ agentKey: true }) }, 'does not show agentKey'],
  [
    'a field that is taken and not shown',
    { entity: entityOf({ unit: p.text().nullable() }), input: input.extend({ unit: key }) },
    'takes unit and does not show it',
  ],
  [
    'a time that may lie in the future',
    { input: input.extend({ takenAt: Instant }) },
    'takes any takenAt in the future',
  ],
  ['no version in its answer', { output: output.omit({ version: true }) }, 'does not show version'],
  [
    'a derived field that callers may send',
    { derivation: { fields: ['agentKey'] } },
    'derives agentKey, and takes it',
  ],
  ['a default of no column', { defaults: { unti: () => 'kg' } }, 'has no column for unti'],
  ['a reference of no column', { references: { goalId: 'goals' } }, 'has no column for goalId'],
  [
    'a reference called like a dimension',
    {
      entity: entityOf({ goalId, goalTypeId: p.uuid().nullable() }),
      dimensions: [agents, goalTypes],
      output: output.extend({ goalId: key, goalKey: key }),
      references: { goalId: 'goals' },
    },
    'a reference and a dimension that are both called goalId',
  ],
  [
    'two references to one kind',
    { entity: entityOf({ goalId, laterId: goalId }), references: { goalId: 'goals', laterId: 'goals' } },
    'names goals twice',
  ],
  ['a prefix of keys without a key', { keyPrefix: 'p_' }, 'has a keyPrefix, but no key'],
  [
    'generated records without their time',
    { generates: { kind: outcomes, valued: goalTypes, properties: {} } },
    'generates outcomes without generated_at',
  ],
  ['a table of another name', { name: 'readings' }, 'has the table probes instead of readings'],
  [
    'a table whose statements would have long names',
    { name: 'measurementsOfEveryMachine', entity: entityOf({}, 'measurements_of_every_machine') },
    'more than 24 characters',
  ],
])('kind with %s is refused', (_, change, problem) => {
  expect(() => defineRecordKind({ ...declaration, ...change })).toThrow(problem);
});

test('kind whose parts agree is defined', () => {
  expect(defineRecordKind(declaration).columns).toEqual([
    { name: 'taken_at', type: 'timestamptz', isNullable: false },
  ]);
});
