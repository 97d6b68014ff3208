import { z } from 'zod';
import { RecordId } from './record-id.ts';
import { Key } from './text.ts';

/** What records name, created when the key is new. */
export const agentKey = Key.nullish().meta({
  description: 'Agent key. A new one creates its agent.',
  example: 'support-agent',
});
export const customerKey = Key.nullish().meta({
  description: 'Customer key. A new one creates its customer.',
  example: 'customer-abc',
});
export const sessionKey = Key.nullish().meta({
  description: 'Session key. A new one creates its session.',
  example: 'session-42',
});
export const toolKey = Key.nullish().meta({
  description: 'Tool key. A new one creates its tool.',
  example: 'crm.lookup',
});

/** Fields of the answer. */
export const nullableKey = z.string().nullable();
export const nullableId = RecordId.nullable();
