import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { RecordKind } from '../../kinds/record-kind.ts';
import { recordKinds } from '../record-kinds.ts';
import { revenues } from '../revenues/revenue.kind.ts';

const kinds: [string, RecordKind, z.ZodType][] = recordKinds.map((kind) => [kind.name, kind, kind.output]);
const instant = fc.constant('2024-01-15T10:30:00.000Z');
const values = {
  text: fc.string({ unit: 'binary', minLength: 1 }),
  numeric: fc.constantFrom('0', '-0.10', '999999999999999.999999999'),
  uuid: fc.uuid(),
  timestamptz: instant,
  json: fc.json().map((text) => `{"any":${text}}`),
  bigint: fc.nat().map(String),
  boolean: fc.constantFrom('t', 'f'),
};
const member = fc.record({ id: fc.uuid(), key: values.text });
/** Columns that have only some texts. */
const chosen: Readonly<Record<string, fc.Arbitrary<string>>> = {
  cost_source: fc.constantFrom('reported', 'computed', 'unpriced'),
};
/** Every record has these columns, and a goal has its type. */
const required = [
  'goal_type',
  'amount',
  'source',
  'value',
  'type',
  'recorded_at',
  'generated_at',
  'achieved_at',
  'occurred_at',
];

describe.each(kinds)('%s', (_, kind, Output) => {
  const row = fc.record({
    id: fc.uuid(),
    createdAt: instant,
    values: fc.tuple(
      ...kind.columns.map(({ name, type }) =>
        required.includes(name) ? values[type] : fc.option<string>(chosen[name] ?? values[type]),
      ),
    ),
    dimensions: fc.tuple(
      ...kind.dimensions.map(({ stem: name }) =>
        required.includes(name) ? member : fc.option<{ id: string; key: string }>(member),
      ),
    ),
  });

  test('are rendered as JSON of their schema, whatever their texts contain', () => {
    fc.assert(
      fc.property(row, (one) => {
        const parsed = JSON.parse(kind.render(one));
        expect(Output.parse(parsed)).toEqual(parsed);
        expect(parsed.id).toBe(one.id);
        const shown = JSON.stringify(Object.values(parsed));
        for (const [i, { type }] of kind.columns.entries()) {
          const value = one.values[i] ?? null;
          // Others are no texts in JSON; a missing key is derived from the id.
          if (!['json', 'bigint', 'boolean'].includes(type) && value !== null)
            expect(shown).toContain(JSON.stringify(value));
        }
      }),
    );
  });
});

test('a revenue without a key shows one that decodes to its id', () => {
  const id = '018d0c3e-7b1c-7c43-9f3a-2f6f0e9c4a11';
  expect(revenues.idOfShownKey?.(`rev_${id}`)).toBe(id);
  for (const key of ['', 'rev_', id, `rev_${id}0`, `rev_${id.toUpperCase()}`, `xrev_${id}`, `rev_${id}\n`])
    expect(revenues.idOfShownKey?.(key)).toBeUndefined();
});
