import { z } from 'zod';
import { InstantOut } from './instant.ts';
import { RecordId } from './record-id.ts';
import { scalars } from './scalars-and-samples.ts';

export const goalIdOut = RecordId.nullable().meta({ description: 'Id of the associated goal.' });

export const RecordStatus = z
  .enum(['active', 'voided'], { error: 'must be active or voided' })
  .meta({ description: 'Whether a record counts.' })
  .register(scalars, { scalar: 'String' });

export const Version = z.int().min(1).meta({ example: 1 }).register(scalars, { scalar: 'Count' });

/** Of every record, on all surfaces. */
export const correctedOut = {
  status: RecordStatus.meta({ description: 'A voided record counts nowhere.' }),
  version: Version.meta({ description: 'Counts the corrections of the record, from 1.' }),
};

export const createdAt = InstantOut.meta({ description: 'When the record was created, in UTC.' });
export const updatedAt = InstantOut.meta({
  description: 'When the record was last changed, in UTC; when it was created, if never.',
});
