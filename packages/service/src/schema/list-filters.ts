import { z } from 'zod';
import { Instant } from './instant.ts';
import { RecordStatus } from './record-fields.ts';

type Base<Field extends `${string}At`> = Field extends `${infer Name}At` ? Name : never;

/** `recordedAt` is filtered by `recordedFrom` and `recordedTo`. */
export function between<const Field extends `${string}At`>(field: Field) {
  const base = field.replace(/At$/, '');
  return {
    [`${base}From`]: Instant.optional().meta({ description: `Only with \`${field}\` at or after this.` }),
    [`${base}To`]: Instant.optional().meta({ description: `Only with \`${field}\` before this.` }),
  } as { [Name in `${Base<Field>}${'From' | 'To'}`]: z.ZodOptional<typeof Instant> };
}

export const statusFilter = {
  status: RecordStatus.default('active').meta({ description: 'Active or voided records.' }),
};

/** Ids are in the order of recording. */
export function sortField<Field extends string>(field: Field) {
  const choices = ['-id', 'id', `-${field}`, field] as const;
  return z
    .enum<readonly string[]>(choices, { error: `must be one of ${choices.join(', ')}` })
    .default('-id')
    .meta({ description: 'Order of the list; a minus sign means descending.' });
}
