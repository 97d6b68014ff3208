import { InstantOut } from './instant.ts';
import { RecordId } from './record-id.ts';

export const goalIdOut = RecordId.nullable().meta({ description: 'Id of the associated goal.' });

export const createdAt = InstantOut.meta({ description: 'When the record was created, in UTC.' });
export const updatedAt = InstantOut.meta({ description: 'When the record was last changed, in UTC.' });
