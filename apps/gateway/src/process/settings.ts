import { networkInterfaces } from 'node:os';
import path from 'node:path';
import {
  defaultPlanLimits,
  type PlanLimits,
  plans,
  problemOfDatabaseUrl,
  signUpModes,
} from '@outturn/service';
import { z } from 'zod';
import { isLoopbackName } from '../http/loopback.ts';
import { logFormats } from '../observability/logger.ts';
import { misnamedSettings } from './misnamed-settings.ts';
import { readTraceSettings, traceVariables } from './trace-settings.ts';

export const MIN_SECRET_LENGTH = 32;

/** A setting: the environment variable that holds it, and how its text becomes a value. */
function setting<Schema extends z.ZodType>(variable: string, schema: Schema) {
  return { variable, schema };
}

const postgresUrl = z.string().superRefine(refuseDatabaseUrl);

/** Only values that differ between machines are settings. An unset variable is undefined, or has the default given here. */
const declared = {
  port: setting('PORT', wholeNumber(0, 65_535, 'must be a port number').default(3000)),
  /** Unset: 127.0.0.1 in development, else all addresses of this machine. */
  host: setting(
    'HOST',
    z
      .string()
      .min(1)
      // In brackets, as in URLs.
      .transform((host) => host.replace(/^\[(.*)\]$/, '$1'))
      .optional(),
  ),
  /** Unset: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: setting('DATABASE_URL', postgresUrl.optional()),
  /** PostgreSQL itself, if `databaseUrl` leads through a pooler. */
  databaseDirectUrl: setting('DATABASE_DIRECT_URL', postgresUrl.optional()),
  /** Per process. Unset: 30, or fewer with several workers. */
  databasePoolSize: setting(
    'DATABASE_POOL_SIZE',
    wholeNumber(8, 1000, 'must be a number of connections').optional(),
  ),
  /** Streaming replicas for lists and analytics queries. */
  databaseReplicaUrls: setting(
    'DATABASE_REPLICA_URLS',
    z
      .string()
      .transform((list) => list.split(',').map((url) => url.trim()))
      .refine(
        (urls) => new Set(urls).size === urls.length && urls.every((url) => /^postgres(ql)?:\/\//.test(url)),
        {
          error: 'must be a list of different postgres:// URLs, separated by commas',
          abort: true,
        },
      )
      .superRefine((urls, context) => {
        for (const url of urls) refuseDatabaseUrl(url, context);
      })
      .default([]),
  ),
  /** Off for transaction poolers without prepared statements. */
  hasPreparedStatements: setting(
    'DATABASE_PREPARED_STATEMENTS',
    z
      .enum(['on', 'off'], { error: 'must be on or off' })
      .default('on')
      .transform((value) => value === 'on'),
  ),
  dataDir: setting(
    'DATA_DIR',
    z
      .string()
      .min(1)
      .default('.data')
      .transform((folder) => path.resolve(folder)),
  ),
  /** In lower case, because code checks for `https:`. */
  publicUrl: setting(
    'PUBLIC_URL',
    z
      .string()
      .refine(isRoot, {
        error:
          'must be an http:// or https:// URL without a path, such as https://outturn.example.com: everything is served from the root of a host',
      })
      .transform((url) => new URL(url).origin)
      .optional(),
  ),
  logLevel: setting(
    'LOG_LEVEL',
    z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: 'must be one of fatal, error, warn, info, debug, trace, silent',
      })
      .default('info'),
  ),
  /** Unset: text on a terminal, else JSON. */
  logFormat: setting(
    'LOG_FORMAT',
    z.enum(logFormats, { error: `must be one of ${logFormats.join(', ')}` }).optional(),
  ),
  /** Unset: limits in memory, for a single gateway. */
  redisUrl: setting(
    'REDIS_URL',
    z.url({ protocol: /^rediss?$/, error: 'must be a redis:// URL' }).optional(),
  ),
  /** Seconds for which a gateway accepts connections after SIGTERM, without being ready. Unset: 0 in development, else 5. */
  shutdownDelay: setting('SHUTDOWN_DELAY', wholeNumber(0, 300, 'must be a number of seconds').optional()),
  trustedProxies: setting(
    'TRUST_PROXY',
    wholeNumber(0, 10, 'must be the number of proxies in front of the server').default(0),
  ),
  planLimits: setting(
    'RATE_LIMITS',
    z
      .string()
      .regex(/^(free|pro|scale)=[1-9]\d{0,8}(,(free|pro|scale)=[1-9]\d{0,8})*$/, {
        error: 'must be a list of calls per minute by plan, 1 or more, such as free=600,pro=6000,scale=60000',
      })
      .transform((list): PlanLimits => ({ ...defaultPlanLimits, ...parsePlanLimits(list) }))
      .default(defaultPlanLimits),
  ),
  /** File with prices of models that `npm run prices` has written. Unset: those of this version. */
  priceBook: setting('PRICE_BOOK', z.string().min(1).optional()),
  /** Origins whose pages may call REST. */
  corsOrigins: setting(
    'CORS_ORIGINS',
    z
      .string()
      .transform((list) => list.split(',').map((origin) => origin.trim()))
      .refine((list) => list.every(isOrigin), {
        error:
          'must be a list of origins, each without a path or a slash at its end, such as https://app.example.com,tauri://localhost',
      })
      .default([]),
  ),
  /** Unset: only local programs can read metrics. */
  metricsToken: setting(
    'METRICS_TOKEN',
    z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
  ),
  /** Unset: generated and stored in `dataDir`. */
  sessionSecret: setting(
    'SESSION_SECRET',
    z
      .string()
      .min(MIN_SECRET_LENGTH, { error: `must have at least ${MIN_SECRET_LENGTH} characters` })
      .optional(),
  ),
  defaultPlan: setting(
    'DEFAULT_PLAN',
    z.enum(plans, { error: `must be one of ${plans.join(', ')}` }).default('free'),
  ),
  /** Unset: `open` until the first account exists, then `invite`. */
  signUp: setting(
    'SIGN_UP',
    z.enum(signUpModes, { error: `must be one of ${signUpModes.join(', ')}` }).optional(),
  ),
  isDevelopment: setting(
    'NODE_ENV',
    z
      // A misspelled `production` must not enable development mode.
      .enum(['development', 'production', 'test'], { error: 'must be development, production or test' })
      .default('development')
      .transform((value) => value !== 'production'),
  ),
};

type Declared = typeof declared;
type Values = { readonly [Name in keyof Declared]: z.output<Declared[Name]['schema']> };

/** `shutdownDelay` is in milliseconds. `host` and `shutdownDelay` have the default of the environment. */
export type Settings = Values & {
  host: string;
  shutdownDelay: number;
  traces: ReturnType<typeof readTraceSettings>;
};

const ownNames = Object.values(declared).map(({ variable }) => variable);

export const settingNames: readonly string[] = [...ownNames, ...traceVariables];

const Environment = z.object(
  Object.fromEntries(Object.values(declared).map(({ variable, schema }) => [variable, schema])),
);

/** `message` begins with the name of the variable. */
export type WrongSetting = { name: string; message: string };

export function wrongSettings(environment: NodeJS.ProcessEnv): WrongSetting[] {
  const { error } = parse(environment);
  const values = (error?.issues ?? []).map(({ path: [name], message }) => ({
    name: String(name),
    message: `${String(name)} ${message}`,
  }));
  const names = misnamedSettings(environment, ownNames).map(({ name, meant }) => ({
    name,
    message: `${name} is not a setting. Did you mean ${meant}? If other software reads ${name}, set ${meant} as well`,
  }));
  return [...values, ...names, ...missingDatabase(environment), ...tracedByItself(environment)];
}

/** A database in the current folder would be lost with a container, and would hide that `DATABASE_URL` is missing. */
function missingDatabase({ NODE_ENV, DATABASE_URL, DATA_DIR }: NodeJS.ProcessEnv): WrongSetting[] {
  if (NODE_ENV !== 'production' || DATABASE_URL || DATA_DIR) return [];
  const remedy =
    'Set DATABASE_URL to the postgres:// URL of your database, or DATA_DIR to the folder of the embedded one';
  return [
    { name: 'NODE_ENV', message: `NODE_ENV is production, and nothing says where the data is. ${remedy}` },
  ];
}

/** Agents set the same variable to send to the gateway. A gateway that takes its own traces would make more of each. */
function tracedByItself(environment: NodeJS.ProcessEnv): WrongSetting[] {
  const names = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const;
  const name = names.find((one) => environment[one]?.trim());
  const endpoint = name === undefined ? '' : (environment[name] ?? '').trim();
  if (name === undefined || !readTraceSettings(environment).settings || !URL.canParse(endpoint)) return [];
  const { origin, hostname, port, protocol } = new URL(endpoint);
  const { PUBLIC_URL = '', PORT = '3000' } = environment;
  const isPublic = URL.canParse(PUBLIC_URL) && new URL(PUBLIC_URL).origin === origin;
  const host = hostname.replace(/^\[|\]$/g, '');
  const isLocal = isLoopbackName(host) || host === '0.0.0.0' || host === '::';
  const hasOwnPort = (port || (protocol === 'https:' ? '443' : '80')) === PORT;
  if (!isPublic && !(isLocal && hasOwnPort)) return [];
  const message = `${name} is the address of this gateway, which would take its own traces. Set it to that of a collector, or unset it`;
  return [{ name, message }];
}

/** Throws one error for all wrong variables. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const { data } = parse(environment);
  const wrong = wrongSettings(environment);
  if (!data || wrong.length > 0) {
    const lines = wrong.map(({ message }) => `  ${message}`);
    throw new Error(`Some settings in the environment are wrong:\n${lines.join('\n')}`);
  }
  // The loop erases the types, which `Values` states.
  const values = Object.fromEntries(
    Object.entries(declared).map(([name, { variable }]) => [name, data[variable]]),
  ) as Values;
  const { host, shutdownDelay, isDevelopment } = values;
  return {
    ...values,
    host: host ?? (isDevelopment ? '127.0.0.1' : allAddresses()),
    traces: readTraceSettings(environment),
    shutdownDelay: (shutdownDelay ?? (isDevelopment ? 0 : 5)) * 1000,
  };
}

function parse(environment: NodeJS.ProcessEnv) {
  // Empty variables count as unset. A file of variables that was written on Windows leaves a carriage return behind each.
  const lines = Object.entries(environment).map(([name, value]) => [name, value?.replace(/\r$/, '')]);
  const set = Object.fromEntries(lines.filter(([, value]) => value !== ''));
  return Environment.safeParse(set);
}

function wholeNumber(least: number, most: number, what: string) {
  const error = `${what}, a whole one from ${least} to ${most}`;
  return z.coerce
    .number({ error })
    .refine((number) => Number.isInteger(number) && number >= least && number <= most, { error });
}

function refuseDatabaseUrl(url: string, context: z.core.$RefinementCtx): void {
  const message = problemOfDatabaseUrl(url);
  if (message !== undefined) context.addIssue(message);
}

/** Accepts an origin with or without a trailing slash. */
function isRoot(text: string): boolean {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return false;
  const { origin, href } = new URL(text);
  return href === `${origin}/`;
}

/**
 * Accepts only the form that browsers send in `Origin`: no path, and no pattern. Applications in a web view and extensions
 * have schemes of their own, such as `tauri://localhost`.
 */
function isOrigin(text: string): boolean {
  if (text.includes('*')) return false;
  if (/^https?:/.test(text)) return URL.canParse(text) && new URL(text).origin === text;
  return /^[a-z][a-z\d+.-]*:\/\/[a-z\d.-]+$/.test(text);
}

/** Returns the address that stands for all of this machine, of both families where it has IPv6. */
function allAddresses(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.some(({ family }) => family === 'IPv6') ? '::' : '0.0.0.0';
}

function parsePlanLimits(list: string): Record<string, number> {
  const entries = list.split(',').filter((entry) => entry !== '');
  return Object.fromEntries(
    entries.map((entry) => {
      const [plan = '', limit] = entry.split('=');
      return [plan, Number(limit)];
    }),
  );
}
