import { z } from 'zod';
import type { ObjectSchema } from './field-type.ts';
import type { Draft } from './schema-builder.ts';
import { toUpperSnake } from './zod-enum.ts';

/** `-recordedAt` becomes `RECORDED_AT_DESC`. Undefined without sorts. */
export function sortEnum({ builder }: Draft, name: string, input: ObjectSchema) {
  const { sort } = input.shape;
  if (!(sort instanceof z.ZodDefault)) return undefined;
  const choices = sort.unwrap();
  if (!(choices instanceof z.ZodEnum)) return undefined;
  return builder.enumType(name, {
    description: `Orders of a list; ${nameOf(String(sort.parse(undefined)))} unless told otherwise.`,
    values: Object.fromEntries(
      choices.options.map(String).map((value) => [nameOf(value), { value, description: describe(value) }]),
    ),
  });
}

function nameOf(sort: string): string {
  return `${toUpperSnake(sort.replace('-', ''))}_${sort.startsWith('-') ? 'DESC' : 'ASC'}`;
}

function describe(sort: string): string {
  const field = sort.replace('-', '');
  const by = field === 'id' ? 'By the order of recording' : `By \`${field}\``;
  return `${by}, ${sort.startsWith('-') ? 'newest' : 'oldest'} first.`;
}
