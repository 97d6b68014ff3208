import { expect, test } from 'vitest';
import { misnamedSettings } from './misnamed-settings.ts';
import { settingNames } from './settings.ts';

const found = (environment: NodeJS.ProcessEnv) => misnamedSettings(environment, settingNames);

test.each([
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASEURL', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['OUTTURN_DATABASE_URL', 'DATABASE_URL'],
  ['DATABASE_REPLICA_URL', 'DATABASE_REPLICA_URLS'],
  ['DATADIR', 'DATA_DIR'],
  ['SIGNUP', 'SIGN_UP'],
  ['PROT', 'PORT'],
  ['HSOT', 'HOST'],
  ['OUTTURN_PORT', 'PORT'],
  ['NODE_ENVV', 'NODE_ENV'],
  ['LOG_LEVLE', 'LOG_LEVEL'],
  ['CORS_ORIGIN', 'CORS_ORIGINS'],
])('%s is taken for %s', (name, meant) => {
  expect(found({ [name]: 'x' })).toEqual([{ name, meant }]);
});

test('name is no mistake beside the setting that it resembles, or without a value', () => {
  expect(found({ DATABASE_URI: 'x', DATABASE_URL: 'postgres://a@b/c' })).toEqual([]);
  expect(found({ DATABASE_URI: '' })).toEqual([]);
});

/** Names of variables that machines, shells and platforms set. Values matter for links to services alone. */
const ordinary: Record<string, string> = {
  'a shell': `HOME HOSTNAME HOSTTYPE HOSTALIASES OSTYPE MACHTYPE PWD OLDPWD PATH TERM LANG SHELL USER LOGNAME SHLVL DISPLAY EDITOR
    MAIL TMPDIR TZ COLUMNS LINES LS_COLORS XDG_DATA_DIRS XDG_DATA_HOME XDG_RUNTIME_DIR SSH_AUTH_SOCK SSH_CONNECTION COLORTERM
    TERM_PROGRAM LOG_FILE LOG_DIR DATA_PATH SORT POST PORTS HOSTS SECRET TOKEN SESSION SESSION_ID SESSION_MANAGER http_proxy
    HTTPS_PROXY no_proxy ALL_PROXY`,
  'npm and Node.js': `npm_config_port npm_config_loglevel npm_config_user_agent npm_lifecycle_event npm_package_name INIT_CWD
    NODE NODE_PATH NODE_OPTIONS NODE_VERSION NODE_EXTRA_CA_CERTS NVM_DIR NODENV_VERSION VOLTA_HOME COREPACK_HOME`,
  systemd: 'INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET STATE_DIRECTORY LOGS_DIRECTORY CREDENTIALS_DIRECTORY',
  Heroku: `DYNO DATABASE_CONNECTION_POOL_URL DATABASE_URL_STANDBY HEROKU_POSTGRESQL_AMBER_URL REDIS_TLS_URL STACKHERO_REDIS_URL
    HEROKU_APP_DEFAULT_DOMAIN_NAME SOURCE_VERSION WEB_CONCURRENCY`,
  Railway: `RAILWAY_PUBLIC_DOMAIN RAILWAY_PRIVATE_DOMAIN RAILWAY_ENVIRONMENT DATABASE_PUBLIC_URL DATABASE_PRIVATE_URL REDISHOST
    REDISPORT REDIS_PUBLIC_URL PGHOST PGPORT PGUSER PGDATABASE PGDATA`,
  'Fly and Render':
    'FLY_APP_NAME FLY_REGION FLY_PUBLIC_IP PRIMARY_REGION RENDER_EXTERNAL_URL RENDER IS_PULL_REQUEST',
  databases: `DATABASE_HOST DATABASE_PORT DATABASE_USER DATABASE_NAME DATABASE_PASSWORD DATABASE_SSL DATABASE_SSL_MODE
    DATABASE_SCHEMA DATABASE_ENGINE POSTGRES_URL POSTGRES_HOST POSTGRES_PASSWORD REDIS_HOST REDIS_PORT REDIS_PASSWORD REDIS_DB`,
  Kubernetes: `KUBERNETES_PORT KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_PORT_443_TCP_ADDR POD_NAME POD_IP
    OUTTURN_SERVICE_HOST OUTTURN_SERVICE_PORT OUTTURN_SERVICE_PORT_HTTP OUTTURN_PORT_3000_TCP OUTTURN_PORT_3000_TCP_ADDR
    OUTTURN_PORT_3000_TCP_PORT OUTTURN_PORT_3000_TCP_PROTO`,
  'continuous integration':
    'CI GITHUB_ACTIONS GITHUB_TOKEN GITHUB_ENV RUNNER_TEMP RUNNER_OS VITEST VITEST_POOL_ID TEST',
  OpenTelemetry: `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT OTEL_EXPORTER_OTLP_HEADERS OTEL_TRACES_SAMPLER OTEL_RESOURCE_ATTRIBUTES
    OTEL_SERVICE_VERSION OTEL_LOG_LEVEL`,
  'commands and workers': 'OUTTURN_URL OUTTURN_API_KEY OUTTURN_WORKER',
};

test.each(Object.entries(ordinary))('no variable of %s is taken for a setting', (_, names) => {
  expect(found(Object.fromEntries(names.split(/\s+/).map((name) => [name, 'x'])))).toEqual([]);
});

test('link to a service that is named outturn is taken for no setting', () => {
  expect(found({ OUTTURN_PORT: 'tcp://10.0.0.1:3000' })).toEqual([]);
});
