import { Client, type ClientConfig } from 'pg';
import { endWhenSilent } from './silence.ts';

/** How long a caller waits for a connection, free or new, in milliseconds. */
export const PATIENCE = 10_000;

/**
 * When the system first asks whether the other side is still there, in milliseconds; its own two hours would leave whoever waits for
 * a server that has failed over waiting.
 */
const ASK_AFTER = 10_000;

/** Milliseconds after which a connection is ended whose statement got no answer; never, if absent. */
export type Silence = { silence?: number | undefined };

/** How every connection is made. */
export function connectionOf(url: string) {
  return {
    connectionString: url,
    application_name: 'outturn',
    keepAlive: true,
    keepAliveInitialDelayMillis: ASK_AFTER,
    connectionTimeoutMillis: PATIENCE,
    Client: UtcClient,
  };
}

/** A new connection to a server that takes no writes is good for so many milliseconds, lest each call make its own. */
const READ_ONLY_FOR = 1_000;
const readOnlyParameters = ['in_hot_standby', 'default_transaction_read_only'];
type ParameterStatus = { parameterName: string; parameterValue: string };

/** Of `pg`, which its types leave out: the parameters that begin a session. */
type Beginning = { getStartupConf(): Record<string, string> };

/**
 * Begins sessions with the settings that the service's SQL counts on. As parameters of their own, since poolers of
 * transactions carry these two from session to session, and refuse `options`.
 */
export class UtcClient extends Client {
  readonly #since = performance.now();
  /** What PostgreSQL says at the beginning of a session, and when it changes, of why it takes no writes. */
  readonly #readOnly = new Set<string>();

  constructor(config: ClientConfig & Silence = {}) {
    super(config);
    if (config.silence) endWhenSilent(this, config.silence);
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (!readOnlyParameters.includes(parameterName)) return;
      if (parameterValue === 'on') this.#readOnly.add(parameterName);
      else this.#readOnly.delete(parameterName);
    });
  }

  /** Whether it leads to a server that takes no writes, and its address may lead to another by now. */
  get isReadOnly(): boolean {
    return this.#readOnly.size > 0 && performance.now() - this.#since > READ_ONLY_FOR;
  }

  getStartupConf(): Record<string, string> {
    const brought = (Client.prototype as Client & Beginning).getStartupConf.call(this);
    return { ...brought, TimeZone: 'UTC', DateStyle: 'ISO, MDY' };
  }
}

/** A connection of its own, for what needs one session. The caller ends it. */
export async function openSession(url: string, settings: ClientConfig & Silence = {}): Promise<Client> {
  const client = new UtcClient({ ...connectionOf(url), ...settings });
  // One that breaks fails what is asked of it next; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
