import { Client, type ClientConfig, type Connection } from 'pg';
import { AnswerTimeoutError } from '../base/pg-error.ts';
import { readDatabaseUrl } from './database-url.ts';
import { schemaNumber } from './migrations/index.ts';
import { OptionalTlsConnection } from './optional-tls.ts';

/** Timeout to obtain a connection, whether the pool lends one or opens one. Milliseconds. */
export const CONNECT_TIMEOUT = 10_000;

/**
 * First part of the name of every session, such as `outturn/21 listener`. The schema number that this gateway knows
 * follows it, so that commands which list all sessions can recognise gateways and their versions.
 */
export const APPLICATION = 'outturn';

/**
 * Milliseconds without traffic before TCP checks that the server is still there. A failover does not close the
 * connections to the lost server, and with the default of two hours they would look intact for that long.
 */
const KEEPALIVE_DELAY = 10_000;

/**
 * `answerTimeout`: milliseconds that a statement may stay without an answer, see `withAnswerTimeout`. Default: no
 * limit.
 */
export type AnswerTimeout = { answerTimeout?: number | undefined };

/** `databaseUrl` leads to the server, and wins over all other settings. */
type UtcClientConfig = ClientConfig & AnswerTimeout & { databaseUrl?: string };

export function connectionOf(url: string) {
  return {
    databaseUrl: url,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_DELAY,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    Client: UtcClient,
  };
}

/**
 * A connection to a read-only server is replaced only after it has been open for this many milliseconds. While the
 * address leads to a standby, every new connection is read-only again; without this delay each call would open
 * another one.
 */
const READ_ONLY_FOR = 1_000;
/** PostgreSQL 14 and newer report these two settings when a session begins and whenever they change. */
const readOnlyParameters = ['in_hot_standby', 'default_transaction_read_only'];
type ParameterStatus = { parameterName: string; parameterValue: string };

/** The types of `pg` omit this method, which builds the parameters that a client sends when it connects. */
type StartupConfigurable = { getStartupConf(): Record<string, string> };

/**
 * The connection that all pools and sessions use. It differs from that of `pg` in five ways: it reads the URL as libpq
 * does; its session is in UTC and writes dates in ISO format, which `toIsoInstant` relies on; its name has the schema
 * number of this gateway; it knows whether its server is read-only; and it can limit how long a statement stays without
 * an answer.
 *
 * The time zone and the date format are startup parameters of their own and not part of `options`, because connection
 * poolers keep track of these two and refuse `options`.
 */
export class UtcClient extends Client {
  readonly #since = performance.now();
  readonly #readOnly = new Set<string>();

  constructor(config: UtcClientConfig = {}) {
    super(withUrl(config));
    if (config.answerTimeout) withAnswerTimeout(this, config.answerTimeout);
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (!readOnlyParameters.includes(parameterName)) return;
      if (parameterValue === 'on') this.#readOnly.add(parameterName);
      else this.#readOnly.delete(parameterName);
    });
  }

  /**
   * Whether the pool should close this connection. A server that was the primary stays connected when it becomes
   * read-only, while the address may lead to the new primary by now.
   */
  get isReadOnly(): boolean {
    return this.#readOnly.size > 0 && performance.now() - this.#since > READ_ONLY_FOR;
  }

  getStartupConf(): Record<string, string> {
    const inherited = (Client.prototype as Client & StartupConfigurable).getStartupConf.call(this);
    // The number comes first, because the rest may come from the URL and PostgreSQL cuts names after 63 bytes.
    const application_name = `${APPLICATION}/${schemaNumber} ${inherited.application_name ?? ''}`.trimEnd();
    return { ...inherited, application_name, TimeZone: 'UTC', DateStyle: 'ISO, MDY' };
  }
}

/** MikroORM fills in a server of its own, of which nothing may be left. */
function withUrl({ databaseUrl, ...config }: UtcClientConfig): ClientConfig & { connection?: Connection } {
  if (databaseUrl === undefined) return config;
  const { isTlsOptional, ...read } = readDatabaseUrl(databaseUrl);
  const { host, port, user, password, database, ...settings } = config;
  const merged = { ...settings, ...read };
  return isTlsOptional ? { ...merged, connection: new OptionalTlsConnection(merged) } : merged;
}

/** Opens a connection outside of the pools, for locks, notices and backups. The caller must end it. */
export async function openSession(url: string, settings: ClientConfig & AnswerTimeout = {}): Promise<Client> {
  const client = new UtcClient({ ...connectionOf(url), ...settings });
  // An `error` event without a listener would end the process, and a lost connection emits one.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/**
 * Makes a connection fail when one of its statements gets no answer in time, for example because the server was lost
 * without closing the connection. The statement rejects with `AnswerTimeoutError`: it may or may not have been
 * executed.
 *
 * One timer serves all statements of the connection, because creating and clearing one for each costs time on the
 * recording path. Each statement restarts it, and an answer only clears `isAsked`; if the timer then fires, it does
 * nothing.
 */
function withAnswerTimeout(client: Client, milliseconds: number): void {
  // Looked up for every statement, because tracing may replace `query` of the prototype after this connection was
  // opened.
  const prototype: { query(...args: unknown[]): unknown } = Object.getPrototypeOf(client);
  let isAsked = false;
  let timer: NodeJS.Timeout | undefined;

  const check = () => {
    if (!isAsked) return;
    client.on('error', () => undefined);
    client.connection.stream.destroy(new AnswerTimeoutError());
  };
  const query = (...args: unknown[]) => {
    isAsked = true;
    timer = timer?.refresh() ?? setTimeout(check, milliseconds).unref();
    return Reflect.apply(prototype.query, client, args);
  };
  const rest = () => {
    isAsked = false;
  };
  client.query = query as Client['query'];
  client.on('drain', rest);
  client.once('end', () => clearTimeout(timer));
}
