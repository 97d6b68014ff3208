import { z } from 'zod';
import { hint } from './error-message.ts';
import { scalars } from './scalars-and-samples.ts';

const canonicalUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Issues with this message become the error `Invalid ID`. */
export const INVALID_ID = 'Invalid ID';

/** Capitals are the same id (RFC 9562, section 4). */
export const RecordId = z
  .string(hint(INVALID_ID))
  .toLowerCase()
  .regex(canonicalUuid, { error: INVALID_ID })
  .meta({ description: 'Identifier.', example: '018d0c3e-7b1c-7c43-9f3a-2f6f0e9c4a11', format: 'uuid' })
  .register(scalars, { scalar: 'ID' });

export const OwnId = RecordId.meta({ description: 'Identifier of the record.' });

export const ById = z.strictObject({ id: OwnId });
