import { GraphQLError, type ValueNode, valueFromASTUntyped } from 'graphql';
import type { Draft } from '../mount/schema-builder.ts';

/** Checks the JSON type; the operation validates the value. */
function parsers<Value>(name: string, kind: string, isKind: (value: unknown) => value is Value) {
  const parse = (value: unknown, nodes?: ValueNode): Value => {
    if (isKind(value)) return value;
    throw new GraphQLError(`${name} must be ${kind}.`, { nodes });
  };
  return {
    parseValue: (value: unknown) => parse(value),
    parseLiteral: (node: ValueNode, variables?: Record<string, unknown> | null) =>
      parse(valueFromASTUntyped(node, variables), node),
  };
}

const isString = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number';
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function mountScalars({ builder }: Draft): void {
  builder.scalarType('Decimal', {
    description:
      'An amount of US dollars as a decimal string, such as "99.90". Never a floating-point number.',
    serialize: (value) => value,
    ...parsers('Decimal', 'a string', isString),
  });

  builder.scalarType('DateTime', {
    description: 'An ISO 8601 timestamp with a time zone, such as "2024-01-15T10:30:00.000Z"; shown in UTC.',
    serialize: (value) => value,
    ...parsers('DateTime', 'a string', isString),
  });

  builder.scalarType('DayOrInstant', {
    description:
      'A local day, such as "2026-01-31", or an instant with a time zone, such as "2026-01-31T10:30:00.000Z".',
    serialize: (value) => value,
    ...parsers('DayOrInstant', 'a string', isString),
  });

  builder.scalarType('Count', {
    description: 'A whole number of at least 0. Unlike Int it goes beyond 32 bits, up to 2^53 - 1.',
    serialize: (value) => value,
    ...parsers('Count', 'a number', isNumber),
  });

  builder.scalarType('Metadata', {
    description: 'A JSON object of string keys and JSON values: at most 50 keys, 16 KiB and 5 levels.',
    serialize: (value) => value,
    ...parsers('Metadata', 'an object', isObject),
  });

  builder.scalarType('JSONObject', {
    description: 'A JSON object.',
    serialize: (value) => value,
    ...parsers('JSONObject', 'an object', isObject),
  });
}
