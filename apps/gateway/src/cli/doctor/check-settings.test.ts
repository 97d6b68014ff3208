import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Check } from './check.ts';
import { checkSecret } from './check-secret.ts';
import { checkSettings } from './check-settings.ts';
import { readInstallation } from './installation.ts';

async function found(check: Check, environment: NodeJS.ProcessEnv): Promise<string[]> {
  const findings = await check.run(readInstallation(environment, 1));
  return findings.map(({ level, message }) => `${level}: ${message}`);
}

describe('settings', () => {
  test('without a fault are listed by name', async () => {
    expect(await found(checkSettings, {})).toEqual(['ok: All have their defaults.']);
    expect(await found(checkSettings, { PORT: '3000', SIGN_UP: '', HOME: '/root' })).toEqual([
      'ok: These are set and valid: PORT.',
    ]);
  });

  test('each wrong value is an error', async () => {
    expect(await found(checkSettings, { PORT: 'x', LOG_LEVEL: 'loud' })).toEqual([
      'error: PORT must be a port number, a whole one from 0 to 65535.',
      'error: LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
    ]);
  });

  test('name that ends a start is an error, and its setting counts as unset', async () => {
    expect(await found(checkSettings, { REDIS_URI: 'redis://a' })).toEqual([
      'error: REDIS_URI is not a setting. Did you mean REDIS_URL? If other software reads REDIS_URI, set REDIS_URL as well.',
    ]);
  });

  test('production without a database is an error', async () => {
    expect(await found(checkSettings, { NODE_ENV: 'production', HOST: '0.0.0.0' })).toEqual([
      expect.stringMatching(/^error: NODE_ENV is production, .* Set DATABASE_URL .* or DATA_DIR .*\.$/),
    ]);
  });

  test.each([
    ['TRUSTED_PROXY', 'Did you mean TRUST_PROXY?'],
    ['OUTTURN_LOGLEVEL', 'Did you mean LOG_LEVEL?'],
    ['OUTTURN_SOMETHING', 'Remove it.'],
  ])('unknown name %s is a warning', async (name, remedy) => {
    expect(await found(checkSettings, { [name]: 'x' })).toEqual([
      `warning: ${name} is no setting, and is ignored. ${remedy}`,
    ]);
  });

  test('names of other programs and of commands are no findings', async () => {
    const others = ['HOME', 'HOSTNAME', 'PWD', 'PATH', 'TERM', 'NODE_PATH', 'OUTTURN_URL', 'OUTTURN_API_KEY'];
    const environment = Object.fromEntries(others.map((name) => [name, 'x']));
    expect(await found(checkSettings, environment)).toEqual(['ok: All have their defaults.']);
  });

  test('development mode for other machines is a warning', async () => {
    expect(await found(checkSettings, { HOST: '0.0.0.0' })).toEqual([
      expect.stringMatching(/^warning: Development mode: .* Set NODE_ENV=production/),
    ]);
  });
});

describe('session secret', () => {
  test('missing one in production is an error', async () => {
    const environment = { NODE_ENV: 'production', DATABASE_URL: 'postgres://a@127.0.0.1:1/a' };
    await expect(found(checkSecret, environment)).rejects.toThrow('SESSION_SECRET must be set in production');
    const SESSION_SECRET = 'a secret of more than 32 characters';
    expect(await found(checkSecret, { ...environment, SESSION_SECRET })).toEqual([
      'ok: SESSION_SECRET is set.',
    ]);
  });

  test('stored one is examined, and none is made', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'outturn-secret-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = path.join(folder, 'session-secret');
    const look = () => found(checkSecret, { DATA_DIR: folder });
    expect(await look()).toEqual([`ok: The first start generates it in ${file}.`]);
    expect(await look()).toEqual([`ok: The first start generates it in ${file}.`]);

    await writeFile(file, 'short', { mode: 0o600 });
    await expect(look()).rejects.toThrow('is damaged: it has 5 characters. Restore it');
    await writeFile(file, 'a secret of more than 32 characters');
    expect(await look()).toEqual([`ok: It is in ${file}.`]);
    await chmod(file, 0o644);
    expect(await look()).toEqual([
      `warning: Other users of this machine may read ${file}. Run: chmod 600 ${file}`,
    ]);
  });
});
