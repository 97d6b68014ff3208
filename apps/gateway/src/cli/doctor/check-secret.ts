import { stat } from 'node:fs/promises';
import { findSessionSecret, secretFile } from '../../process/session-secret.ts';
import { type Check, ok, warning } from './check.ts';

export const checkSecret: Check = {
  name: 'session secret',
  async run({ settings, wrong }) {
    if (wrong.some(({ name }) => name === 'SESSION_SECRET')) return [];
    const secret = await findSessionSecret(settings);
    if (settings.sessionSecret !== undefined) return [ok('SESSION_SECRET is set.')];
    const file = secretFile(settings);
    if (secret === undefined) return [ok(`The first start generates it in ${file}.`)];
    const { mode } = await stat(file);
    if ((mode & 0o077) !== 0)
      return [warning(`Other users of this machine may read ${file}. Run: chmod 600 ${file}`)];
    return [ok(`It is in ${file}.`)];
  },
};
