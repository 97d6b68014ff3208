import path from 'node:path';
import { allOperations, type Operation, type Subscription, subscriptions } from '@outturn/service';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Decimal } from '../../packages/service/src/schema/decimal.ts';

const file = path.resolve(import.meta.dirname, '../../packages/money/src/money-fields.ts');
const WIDTH = 110;
const money = patternOf(z.toJSONSchema(Decimal, { io: 'input' }));

test('the clients write the money fields of every operation (vitest --update accepts a change)', async () => {
  const followed: Subscription[] = Object.values(subscriptions).map(({ live }) => live);
  const rows = [...allOperations, ...followed].flatMap((operation) => {
    const fields = moneyFields(z.toJSONSchema(inputOf(operation), { io: 'input', unrepresentable: 'any' }));
    if (fields.length === 0) return [];
    const quoted = fields.map((field) => `'${field}'`);
    const row = `  '${operation.name}': [${quoted.join(', ')}],`;
    // As the formatter writes it.
    return row.length <= WIDTH
      ? [row]
      : [`  '${operation.name}': [`, ...quoted.map((one) => `    ${one},`), '  ],'];
  });
  const lines = [
    '// Generated from the operations by `npm test -- contract/money-fields --update`.',
    '',
    '/** The fields of an input, or of the items of a batch, that have amounts in USD. */',
    'export const moneyFields = {',
    ...rows,
    '} as const;',
    '',
    'export type MoneyFields = typeof moneyFields;',
    '',
  ];
  await expect(lines.join('\n')).toMatchFileSnapshot(file);
});

function inputOf(operation: Operation | Subscription): z.ZodType {
  return operation.kind === 'record-batch' ? operation.items.element : operation.input;
}

/** Paths such as `amount` and `where.amount.gte`. */
function moneyFields(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (patternOf(schema) === money) return [''];
  const { properties = {}, anyOf = [] } = schema as { properties?: object; anyOf?: unknown[] };
  const inside = Object.entries(properties).flatMap(([name, field]) =>
    moneyFields(field).map((rest) => (rest ? `${name}.${rest}` : name)),
  );
  return [...inside, ...anyOf.flatMap(moneyFields)];
}

function patternOf(schema: object): unknown {
  return 'pattern' in schema ? schema.pattern : undefined;
}
