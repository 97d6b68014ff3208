import { createKey } from './create-key.ts';
import { listKeys } from './list-keys.ts';
import { renameKey } from './rename-key.ts';
import { revokeKey } from './revoke-key.ts';
import { rotateKey } from './rotate-key.ts';

export const apiKeys = {
  list: listKeys,
  create: createKey,
  rename: renameKey,
  rotate: rotateKey,
  revoke: revokeKey,
};
