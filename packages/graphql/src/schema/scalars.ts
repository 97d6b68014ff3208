import { GraphQLError } from 'graphql';
import { builder } from '../builder.ts';

/** Both scalars travel as strings; the operation that takes them says what is wrong with a value. */
function parseString(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new GraphQLError(`${name} must be a string.`);
}

builder.scalarType('Decimal', {
  description: 'An amount of US dollars as a decimal string, such as "99.90". Never a floating-point number.',
  serialize: (value) => value,
  parseValue: (value) => parseString('Decimal', value),
});

builder.scalarType('DateTime', {
  description: 'An ISO 8601 timestamp with a time zone, such as "2024-01-15T10:30:00.000Z"; shown in UTC.',
  serialize: (value) => value,
  parseValue: (value) => parseString('DateTime', value),
});
