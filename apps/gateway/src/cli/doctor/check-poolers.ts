import { checkPooler } from '../../process/check-pooler.ts';
import { type Check, ok } from './check.ts';

export const checkPoolers: Check = {
  name: 'pooler',
  async run({ settings, server }) {
    // The check of the database says why there is no connection.
    const isReachable = await server().then(Boolean, () => false);
    if (!isReachable || settings.databaseUrl === undefined) return [];
    await checkPooler(settings);
    return [
      ok(
        settings.databaseDirectUrl === undefined
          ? 'DATABASE_URL keeps sessions.'
          : 'DATABASE_URL may lead through a transaction pooler, since DATABASE_DIRECT_URL keeps sessions.',
      ),
    ];
  },
};
