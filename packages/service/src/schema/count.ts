import { z } from 'zod';
import { hint } from './error-message.ts';
import { scalars } from './scalars-and-samples.ts';

const hintText = hint((input) =>
  typeof input === 'number' && input > Number.MAX_SAFE_INTEGER
    ? `must be at most ${Number.MAX_SAFE_INTEGER}`
    : 'must be a whole number of at least 0',
);

/** Every client can represent these integers. */
export const Count = z.int(hintText).min(0, hintText).register(scalars, { scalar: 'Count' });

export const CountOut = z.int().register(scalars, { scalar: 'Count' });
