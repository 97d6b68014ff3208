import type { z } from 'zod';
import type { Draft } from './schema-builder.ts';

type Options = { description: string; describe?: (value: string) => string | undefined };

/** `goalType` becomes `GOAL_TYPE`. */
export function zodEnum(
  { builder, inputTypes }: Draft,
  name: string,
  choices: z.ZodEnum,
  { description, describe }: Options,
) {
  const type = builder.enumType(name, {
    description,
    values: Object.fromEntries(
      choices.options
        .map(String)
        .map((value) => [toUpperSnake(value), { value, description: describe?.(value) }]),
    ),
  });
  return inputTypes.add(choices, type);
}

export function toUpperSnake(camelCase: string): string {
  return camelCase.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}
