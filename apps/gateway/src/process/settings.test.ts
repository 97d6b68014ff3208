import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const wrong = (words: string) => `Some settings in the environment are wrong:\n  ${words}`;

// A misspelt production would start with what is for development.
test.each(['prod', 'Production', 'staging'])('NODE_ENV=%s is refused', (NODE_ENV) => {
  expect(() => readSettings({ NODE_ENV })).toThrow(wrong('NODE_ENV must be development, production or test'));
});

// Links would have the path, and pages look for their files at the root.
test.each([
  'https://outturn.example/app',
  'https://outturn.example/?a=b',
  'https://ada:pass@outturn.example',
  'ftp://outturn.example',
  'outturn.example',
])('PUBLIC_URL=%s is refused, which is more or less than a host', (PUBLIC_URL) => {
  expect(() => readSettings({ PUBLIC_URL })).toThrow(
    wrong(
      'PUBLIC_URL must be an http:// or https:// URL without a path, such as https://outturn.example.com',
    ),
  );
});

test.each([{}, { DATABASE_URL: '', DATA_DIR: '' }])(
  'production without a database is refused: %j',
  (data) => {
    expect(() => readSettings({ NODE_ENV: 'production', ...data })).toThrow(
      wrong(
        'NODE_ENV is production, and nothing says where the data is. Set DATABASE_URL to the postgres:// URL',
      ),
    );
  },
);

test('name that resembles a setting is refused with both names', () => {
  expect(() => readSettings({ DATABASE_URI: 'postgres://a@b/c', SIGNUP: 'open' })).toThrow(
    wrong(
      'DATABASE_URI is not a setting. Did you mean DATABASE_URL? If other software reads DATABASE_URI, set DATABASE_URL as well\n  SIGNUP is not a setting. Did you mean SIGN_UP?',
    ),
  );
});

test('wrong URL of a database is refused with what to write, and without its password', () => {
  const variables = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URLS'];
  for (const variable of variables)
    expect(() => readSettings({ [variable]: 'postgres://role:secret#1@host/outturn' })).toThrow(
      new RegExp(`^[^]*  ${variable} is a URL that cannot be read\\. In a name[^]*%23(?![^]*secret)`),
    );
});

test.each(['postgres://a,', 'http://a', 'postgres://a,postgres://a'])(
  'DATABASE_REPLICA_URLS=%s is no list of different URLs',
  (DATABASE_REPLICA_URLS) => {
    expect(() => readSettings({ DATABASE_REPLICA_URLS })).toThrow(
      wrong('DATABASE_REPLICA_URLS must be a list of different postgres:// URLs, separated by commas'),
    );
  },
);

test('HOST may be in brackets, as in a URL', () => {
  expect(readSettings({ HOST: '[::1]' }).host).toBe('::1');
});

test('SHUTDOWN_DELAY is 5 seconds in production, and none in development', () => {
  expect(readSettings({}).shutdownDelay).toBe(0);
  expect(readSettings({ NODE_ENV: 'production', DATA_DIR: 'data' }).shutdownDelay).toBe(5_000);
  expect(readSettings({ SHUTDOWN_DELAY: '7' }).shutdownDelay).toBe(7_000);
});

test('PUBLIC_URL may end in a slash', () => {
  const { publicUrl } = readSettings({ PUBLIC_URL: 'https://outturn.example/' });
  expect(publicUrl).toBe('https://outturn.example');
});

test.each(['free=0', 'pro=10,free=000'])('RATE_LIMITS=%s is refused, which allows no call', (RATE_LIMITS) => {
  expect(() => readSettings({ RATE_LIMITS })).toThrow(
    wrong('RATE_LIMITS must be a list of calls per minute by plan, 1 or more'),
  );
});

test.each([
  [
    { DATABASE_POOL_SIZE: '5000' },
    'DATABASE_POOL_SIZE must be a number of connections, a whole one from 8 to 1000',
  ],
  [
    { TRUST_PROXY: '11' },
    'TRUST_PROXY must be the number of proxies in front of the server, a whole one from 0 to 10',
  ],
  [{ SHUTDOWN_DELAY: '5s' }, 'SHUTDOWN_DELAY must be a number of seconds, a whole one from 0 to 300'],
  [{ PORT: '1.5' }, 'PORT must be a port number, a whole one from 0 to 65535'],
  [
    { CORS_ORIGINS: 'https://a.example/' },
    'CORS_ORIGINS must be a list of origins, each without a path or a slash at its end',
  ],
])('%j is refused with its bounds', (environment, words) => {
  expect(() => readSettings(environment)).toThrow(wrong(words));
});

test.each(['https://*.example', '*', 'null', 'tauri://localhost/', 'app://', 'https://a.example/path'])(
  'CORS_ORIGINS takes no %s',
  (CORS_ORIGINS) => {
    expect(() => readSettings({ CORS_ORIGINS })).toThrow(wrong('CORS_ORIGINS must be a list of origins'));
  },
);

test('CORS_ORIGINS takes the origins of applications and extensions', () => {
  const origins = [
    'https://a.example',
    'tauri://localhost',
    'capacitor://localhost',
    'chrome-extension://abcd',
  ];
  expect(readSettings({ CORS_ORIGINS: origins.join(', ') }).corsOrigins).toEqual(origins);
});

test('carriage returns of a file with the line ends of Windows are no part of the values', () => {
  expect(readSettings({ PORT: '3001\r', DATABASE_URL: '\r' })).toMatchObject({
    port: 3001,
    databaseUrl: undefined,
  });
});

test('every setting that is wrong is named at once', () => {
  expect(() => readSettings({ PORT: '1.5', NODE_ENV: 'prod' })).toThrow(
    /^Some settings .*\n {2}PORT must .*\n {2}NODE_ENV must /,
  );
});

const hasIPv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ family }) => family === 'IPv6'),
);

test.each([
  [{}, '127.0.0.1'],
  [{ NODE_ENV: 'test' }, '127.0.0.1'],
  [{ NODE_ENV: 'production', DATA_DIR: 'data' }, hasIPv6 ? '::' : '0.0.0.0'],
  [{ HOST: '::' }, '::'],
  [{ HOST: '127.0.0.2', NODE_ENV: 'production', DATA_DIR: 'data' }, '127.0.0.2'],
])('the gateway listens with %j on %s', (environment, host) => {
  expect(readSettings(environment).host).toBe(host);
});
