import { type MoneyFields, moneyFields } from './money-fields.ts';
import type { Amount } from './to-usd.ts';

type Values = { readonly [name: string]: unknown };

/** Text that no number makes is left to the API, whose refusal names the field. */
const madeOfNumber = /^(-?\d+(\.\d+)?(e[+-]?\d+)?|NaN|-?Infinity)$/i;

/**
 * The input of an operation with the amounts that `usd` makes of its money fields; of every item, if it is a list. Returns the
 * input itself where nothing changes.
 */
export function writeAmounts(
  operation: string,
  input: unknown,
  usd: (amount: Amount, field: string) => string,
): unknown {
  const fields: readonly string[] = Object.hasOwn(moneyFields, operation)
    ? moneyFields[operation as keyof MoneyFields]
    : [];
  if (fields.length === 0) return input;
  const writeFields = (item: unknown, at: string) =>
    fields.reduce(
      (value, field) => replace(value, field.split('.'), (amount) => write(amount, at + field, usd)),
      item,
    );
  return Array.isArray(input)
    ? input.map((item, index) => writeFields(item, `[${index}].`))
    : writeFields(input, '');
}

function write(value: unknown, field: string, usd: (amount: Amount, field: string) => string): unknown {
  if (typeof value === 'number' || typeof value === 'bigint') return usd(value, field);
  return typeof value === 'string' && madeOfNumber.test(value) ? usd(value, field) : value;
}

function replace(value: unknown, path: readonly string[], change: (value: unknown) => unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return change(value);
  if (typeof value !== 'object' || value === null || !(name in value)) return value;
  const before = (value as Values)[name];
  const after = replace(before, rest, change);
  return after === before ? value : { ...value, [name]: after };
}

/** `Input` with any {@link Amount} in the fields that the API takes as decimal text. */
export type WithAmounts<Operation, Input> = Operation extends keyof MoneyFields
  ? Widened<Input, MoneyFields[Operation][number]>
  : Input;

type Widened<Input, Field extends string> = Input extends readonly (infer Item)[]
  ? Widened<Item, Field>[]
  : Input extends object
    ? {
        [Name in keyof Input]: Name extends Field
          ? Input[Name] | Amount
          : Name extends string
            ? Inside<Input[Name], Name, Field>
            : Input[Name];
      }
    : Input;

/** Such as `where.amount.gte`. */
type Inside<Value, Name extends string, Field extends string> = [Below<Name, Field>] extends [never]
  ? Value
  : Widened<Value, Below<Name, Field>>;
type Below<Name extends string, Field extends string> = Field extends `${Name}.${infer Rest}` ? Rest : never;
