import { z } from 'zod';
import { Instant } from './instant.ts';
import { RecordId } from './record-id.ts';
import { Key } from './text.ts';

export const agentFilter = {
  agentKey: Key.optional().meta({ description: 'Only records of this agent.' }),
  agentId: RecordId.optional().meta({ description: 'Only records of this agent.' }),
};
export const customerFilter = {
  customerKey: Key.optional().meta({ description: 'Only records of this customer.' }),
  customerId: RecordId.optional().meta({ description: 'Only records of this customer.' }),
};
export const sessionFilter = {
  sessionKey: Key.optional().meta({ description: 'Only records of this session.' }),
};
export const goalTypeFilter = { goalKey: Key.optional().meta({ description: 'Only goals of this type.' }) };
export const toolFilter = { toolKey: Key.optional().meta({ description: 'Only records of this tool.' }) };

type Base<Field extends `${string}At`> = Field extends `${infer Name}At` ? Name : never;

/** `recordedAt` is filtered by `recordedFrom` and `recordedTo`. */
export function between<const Field extends `${string}At`>(field: Field) {
  const base = field.replace(/At$/, '');
  return {
    [`${base}From`]: Instant.optional().meta({ description: `Only with \`${field}\` at or after this.` }),
    [`${base}To`]: Instant.optional().meta({ description: `Only with \`${field}\` before this.` }),
  } as { [Name in `${Base<Field>}${'From' | 'To'}`]: z.ZodOptional<typeof Instant> };
}

/** Ids are in the order of recording. */
export function sortField<Field extends string>(field: Field) {
  const choices = ['-id', 'id', `-${field}`, field] as const;
  return z
    .enum<readonly string[]>(choices, { error: `must be one of ${choices.join(', ')}` })
    .default('-id')
    .meta({ description: 'Order of the list; a minus sign means descending.' });
}
