import { Client, type ClientConfig } from 'pg';
import { withAnswerTimeout } from './answer-timeout.ts';
import { schemaNumber } from './migrations/index.ts';

/** Timeout for a connection, pooled or new. Milliseconds. */
export const CONNECT_TIMEOUT = 10_000;

/** Names sessions, before the schema number that the gateway knows. */
export const APPLICATION = 'outturn';

/** TCP keepalive, in milliseconds: the default of two hours would hide a failover. */
const KEEPALIVE_DELAY = 10_000;

/** Milliseconds without an answer; default: no limit. */
export type AnswerTimeout = { answerTimeout?: number | undefined };

export function connectionOf(url: string) {
  return {
    connectionString: url,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_DELAY,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    Client: UtcClient,
  };
}

/** Milliseconds before a read-only connection is replaced: a standby must not cause a new one per call. */
const READ_ONLY_FOR = 1_000;
const readOnlyParameters = ['in_hot_standby', 'default_transaction_read_only'];
type ParameterStatus = { parameterName: string; parameterValue: string };

/** `pg`'s types omit this. */
type StartupConfigurable = { getStartupConf(): Record<string, string> };

/** Separate startup parameters, since connection poolers track these two and refuse `options`. */
export class UtcClient extends Client {
  readonly #since = performance.now();
  readonly #readOnly = new Set<string>();

  constructor(config: ClientConfig & AnswerTimeout = {}) {
    super(config);
    if (config.answerTimeout) withAnswerTimeout(this, config.answerTimeout);
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (!readOnlyParameters.includes(parameterName)) return;
      if (parameterValue === 'on') this.#readOnly.add(parameterName);
      else this.#readOnly.delete(parameterName);
    });
  }

  /** The address may lead to another server by now. */
  get isReadOnly(): boolean {
    return this.#readOnly.size > 0 && performance.now() - this.#since > READ_ONLY_FOR;
  }

  getStartupConf(): Record<string, string> {
    const inherited = (Client.prototype as Client & StartupConfigurable).getStartupConf.call(this);
    // The number comes first: the name may come from the URL, and PostgreSQL cuts it.
    const application_name = `${APPLICATION}/${schemaNumber} ${inherited.application_name ?? ''}`.trimEnd();
    return { ...inherited, application_name, TimeZone: 'UTC', DateStyle: 'ISO, MDY' };
  }
}

/** Outside the pools. The caller must end it. */
export async function openSession(url: string, settings: ClientConfig & AnswerTimeout = {}): Promise<Client> {
  const client = new UtcClient({ ...connectionOf(url), ...settings });
  // Without a listener, a lost connection ends the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
