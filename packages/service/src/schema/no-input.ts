import { z } from 'zod';

/** Of operations that ask for nothing. */
export const NoInput = z.strictObject({});
