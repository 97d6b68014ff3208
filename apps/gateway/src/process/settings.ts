import path from 'node:path';
import {
  defaultPlanLimits,
  type Plan,
  type PlanLimits,
  plans,
  type SignUpMode,
  signUpModes,
} from '@outturn/service';
import { z } from 'zod';

export const MIN_SECRET_LENGTH = 32;

const Settings = z.object({
  PORT: wholeNumber(0, 65_535, 'must be a port number').default(3000),
  HOST: z.string().min(1).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' }).optional(),
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' }).optional(),
  DATABASE_POOL_SIZE: wholeNumber(8, 1000, 'must be a number of connections').optional(),
  DATABASE_REPLICA_URLS: z
    .string()
    .transform((list) => list.split(',').map((url) => url.trim()))
    .refine((list) => list.every(isPostgresUrl) && new Set(list).size === list.length, {
      error: 'must be a list of different postgres:// URLs, separated by commas',
    })
    .default([]),
  DATABASE_PREPARED_STATEMENTS: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  DATA_DIR: z.string().min(1).default('.data'),
  PUBLIC_URL: z
    .string()
    .refine(isRoot, {
      error:
        'must be an http:// or https:// URL without a path, such as https://outturn.example.com: everything is served from the root of a host',
    })
    .optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// URL' }).optional(),
  SHUTDOWN_DELAY: wholeNumber(0, 300, 'must be a number of seconds').optional(),
  TRUST_PROXY: wholeNumber(0, 10, 'must be the number of proxies in front of the server').default(0),
  RATE_LIMITS: z
    .string()
    .regex(/^(free|pro|scale)=[1-9]\d{0,8}(,(free|pro|scale)=[1-9]\d{0,8})*$/, {
      error: 'must be a list of calls per minute by plan, 1 or more, such as free=600,pro=6000,scale=60000',
    })
    .optional(),
  CORS_ORIGINS: z
    .string()
    .transform((list) => list.split(',').map((origin) => origin.trim()))
    .refine((list) => list.every(isOrigin), {
      error:
        'must be a list of origins, each without a path or a slash at its end, such as https://app.example.com,http://localhost:5173',
    })
    .default([]),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
    .optional(),
  OTEL_SERVICE_NAME: z.string().default('outturn'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: 'must be the share of traces to keep, 0 to 1' })
    .min(0)
    .max(1)
    .default(1),
  METRICS_TOKEN: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
  SESSION_SECRET: z
    .string()
    .min(MIN_SECRET_LENGTH, { error: `must have at least ${MIN_SECRET_LENGTH} characters` })
    .optional(),
  DEFAULT_PLAN: z.enum(plans, { error: `must be one of ${plans.join(', ')}` }).default('free'),
  SIGN_UP: z.enum(signUpModes, { error: `must be one of ${signUpModes.join(', ')}` }).optional(),
  // A misspelled `production` must not enable development mode.
  NODE_ENV: z
    .enum(['development', 'production', 'test'], { error: 'must be development, production or test' })
    .default('development'),
});

/** Only values that differ between machines are settings. */
export type Settings = {
  port: number;
  host: string;
  /** Unset: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined;
  /** PostgreSQL itself, if `databaseUrl` leads through a pooler. */
  databaseDirectUrl: string | undefined;
  /** Streaming replicas for lists and analytics queries. */
  databaseReplicaUrls: readonly string[];
  /** Per process. Unset: 30, or fewer with several workers. */
  databasePoolSize: number | undefined;
  /** Off for transaction poolers without prepared statements. */
  hasPreparedStatements: boolean;
  dataDir: string;
  publicUrl: string | undefined;
  logLevel: z.output<typeof Settings>['LOG_LEVEL'];
  /** Unset: limits in memory, for a single gateway. */
  redisUrl: string | undefined;
  /** Milliseconds for which a gateway accepts connections after SIGTERM, without being ready. */
  shutdownDelay: number;
  trustedProxies: number;
  planLimits: PlanLimits;
  /** Origins whose pages may call REST. */
  corsOrigins: readonly string[];
  /** Unset: tracing is off. OpenTelemetry reads the endpoint itself. */
  traces: { serviceName: string; ratio: number } | undefined;
  /** Unset: only local programs can read metrics. */
  metricsToken: string | undefined;
  /** Unset: generated and stored in `dataDir`. */
  sessionSecret: string | undefined;
  defaultPlan: Plan;
  /** Unset: `open` until the first account exists, then `invite`. */
  signUp: SignUpMode | undefined;
  isDevelopment: boolean;
};

export const settingNames: readonly string[] = Object.keys(Settings.shape);

/** `message` begins with the name of the variable. */
export type WrongSetting = { name: string; message: string };

export function wrongSettings(environment: NodeJS.ProcessEnv): WrongSetting[] {
  const { error } = parse(environment);
  return (error?.issues ?? []).map(({ path: [name], message }) => ({
    name: String(name),
    message: `${String(name)} ${message}`,
  }));
}

/** Throws one error for all wrong variables. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const { data } = parse(environment);
  if (!data) {
    const lines = wrongSettings(environment).map(({ message }) => `  ${message}`);
    throw new Error(`Some settings in the environment are wrong:\n${lines.join('\n')}`);
  }
  const isDevelopment = data.NODE_ENV !== 'production';
  return {
    port: data.PORT,
    host: data.HOST ?? (isDevelopment ? '127.0.0.1' : '0.0.0.0'),
    databaseUrl: data.DATABASE_URL,
    databaseDirectUrl: data.DATABASE_DIRECT_URL,
    databaseReplicaUrls: data.DATABASE_REPLICA_URLS,
    databasePoolSize: data.DATABASE_POOL_SIZE,
    hasPreparedStatements: data.DATABASE_PREPARED_STATEMENTS === 'on',
    dataDir: path.resolve(data.DATA_DIR),
    // Lower case, because code checks for `https:`.
    publicUrl: data.PUBLIC_URL === undefined ? undefined : new URL(data.PUBLIC_URL).origin,
    logLevel: data.LOG_LEVEL,
    redisUrl: data.REDIS_URL,
    shutdownDelay: (data.SHUTDOWN_DELAY ?? (isDevelopment ? 0 : 5)) * 1000,
    trustedProxies: data.TRUST_PROXY,
    planLimits: { ...defaultPlanLimits, ...parsePlanLimits(data.RATE_LIMITS ?? '') },
    corsOrigins: data.CORS_ORIGINS,
    traces:
      data.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : { serviceName: data.OTEL_SERVICE_NAME, ratio: data.OTEL_TRACES_SAMPLER_ARG },
    metricsToken: data.METRICS_TOKEN,
    sessionSecret: data.SESSION_SECRET,
    defaultPlan: data.DEFAULT_PLAN,
    signUp: data.SIGN_UP,
    isDevelopment,
  };
}

function parse(environment: NodeJS.ProcessEnv) {
  // Empty variables count as unset.
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  return Settings.safeParse(set);
}

function wholeNumber(least: number, most: number, what: string) {
  const error = `${what}, a whole one from ${least} to ${most}`;
  return z.coerce
    .number({ error })
    .refine((number) => Number.isInteger(number) && number >= least && number <= most, { error });
}

function isPostgresUrl(text: string): boolean {
  return /^postgres(ql)?:/.test(text) && URL.canParse(text);
}

/** Accepts an origin with or without a trailing slash. */
function isRoot(text: string): boolean {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return false;
  const { origin, href } = new URL(text);
  return href === `${origin}/`;
}

/** Accepts only the form that browsers send in `Origin`. */
function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
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
