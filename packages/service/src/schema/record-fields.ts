import { InstantOut } from './instant.ts';
import { RecordId } from './record-id.ts';
import { Key, textOut } from './text.ts';

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

export const agentOut = {
  agentId: RecordId.nullable().meta({ description: 'Id of the agent.' }),
  agentKey: textOut().nullable().meta({ description: 'Key of the agent.' }),
};
export const customerOut = {
  customerId: RecordId.nullable().meta({ description: 'Id of the customer.' }),
  customerKey: textOut().nullable().meta({ description: 'Key of the customer.' }),
};
export const sessionKeyOut = textOut().nullable().meta({ description: 'Key of the session.' });
export const toolOut = {
  toolId: RecordId.nullable().meta({ description: 'Id of the associated tool.' }),
  toolKey: textOut().nullable().meta({ description: 'Key of the tool.' }),
};
export const goalIdOut = RecordId.nullable().meta({ description: 'Id of the associated goal.' });

export const createdAt = InstantOut.meta({ description: 'When the record was created, in UTC.' });
export const updatedAt = InstantOut.meta({ description: 'When the record was last changed, in UTC.' });
