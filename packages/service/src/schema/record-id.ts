import { z } from 'zod';
import { hint } from './hint.ts';
import { scalars } from './registries.ts';

const canonicalUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Marks the issues of a malformed id, which callers see as the spec's `Invalid ID`. */
export const INVALID_ID = 'Invalid ID';

/** The id of a record: a UUID in its canonical text form. */
export const RecordId = z
  .string(hint(INVALID_ID))
  .regex(canonicalUuid, { error: INVALID_ID })
  .meta({ description: 'Identifier.', example: '018d0c3e-7b1c-7c43-9f3a-2f6f0e9c4a11', format: 'uuid' })
  .register(scalars, { scalar: 'ID' });

/** The id of a record itself. */
export const OwnId = RecordId.meta({ description: 'Identifier of the record.' });

/** Of operations about one thing that is named by its id. */
export const ById = z.strictObject({ id: OwnId });
