import { Client, type ClientConfig } from 'pg';

/** How long a caller waits for a connection, free or new, in milliseconds. */
export const PATIENCE = 10_000;

/**
 * When the system first asks whether the other side is still there, in milliseconds; its own two hours would leave whoever waits for
 * a server that has failed over waiting.
 */
const ASK_AFTER = 10_000;

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

/** Of `pg`, which its types leave out: the parameters that begin a session. */
type Beginning = { getStartupConf(): Record<string, string> };

/**
 * Begins sessions with the settings that the service's SQL counts on. As parameters of their own, since poolers of
 * transactions carry these two from session to session, and refuse `options`.
 */
class UtcClient extends Client {
  getStartupConf(): Record<string, string> {
    const brought = (Client.prototype as Client & Beginning).getStartupConf.call(this);
    return { ...brought, TimeZone: 'UTC', DateStyle: 'ISO, MDY' };
  }
}

/** A connection of its own, for what needs one session. The caller ends it. */
export async function openSession(url: string, settings: ClientConfig = {}): Promise<Client> {
  const client = new UtcClient({ ...connectionOf(url), ...settings });
  // One that breaks fails what is asked of it next; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
