import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { APPLICATION, openSession } from './connection.ts';

/**
 * One connection that listens to channels of PostgreSQL for as long as the process runs. When it is lost, it is
 * opened again; notices of the time between are lost. So `onConnect` is called after every connection, and everything
 * that depends on notices must then empty its cache or read the database again.
 */
export type Listener = {
  /**
   * Sends a query on the listening connection. PostgreSQL delivers notices and answers of a session in order, so once
   * the answer is there, every notice that was committed before has arrived. Rejects while disconnected.
   */
  ask(question?: (client: Client) => Promise<unknown>): Promise<void>;
  close(): Promise<void>;
};

type ListenerOptions = {
  url: string;
  channels: Readonly<Record<string, (payload: string) => void>>;
  /** Notices may have been missed: the connection is new, or a handler could not read a payload. */
  onConnect: () => void;
};

/**
 * SQL condition for rows of `pg_stat_activity`: the listening sessions of gateways, by which other commands find the
 * gateways that run. Every role may see these columns.
 */
export const isListener = `datname = current_database() and application_name ~ '^${APPLICATION}/\\d+ listener'`;

/** A connection without an answer for this many milliseconds is closed, and a new one opened. */
const ASK_TIMEOUT = 5_000;

/**
 * Resolves once it listens on all channels. Rejects if the first connection fails; later ones are retried every 250
 * ms.
 */
export async function listen(options: ListenerOptions): Promise<Listener> {
  let client = await connect(options, () => void reconnect());
  let isClosed = false;

  async function reconnect(): Promise<void> {
    while (!isClosed) {
      await sleep(250);
      try {
        client = await connect(options, () => void reconnect());
        if (isClosed) await client.end();
        return;
      } catch {
        // Retry.
      }
    }
  }

  return {
    async ask(question = (asked) => asked.query('select 1')) {
      const timeout = setTimeout(() => client.connection.stream.destroy(), ASK_TIMEOUT);
      await question(client).finally(() => clearTimeout(timeout));
    },
    async close() {
      isClosed = true;
      await client.end().catch(() => undefined);
    },
  };
}

async function connect(options: ListenerOptions, onLost: () => void): Promise<Client> {
  const session = await openSession(options.url, { application_name: 'listener' });
  session.on('notification', ({ channel, payload }) => onNotice(options, channel, payload ?? ''));
  try {
    for (const channel of Object.keys(options.channels))
      await session.query(`listen ${session.escapeIdentifier(channel)}`);
  } catch (error) {
    // Each failed attempt would otherwise leave a session open. Attempts fail one after another on a standby, for
    // example, which refuses `listen`.
    void session.end().catch(() => undefined);
    throw error;
  }
  // Only from here on: the caller retries an attempt that failed before.
  session.on('end', onLost);
  options.onConnect();
  return session;
}

/** Any client of the database can send notices, so a handler may get a payload that it cannot read. */
function onNotice({ channels, onConnect }: ListenerOptions, channel: string, payload: string): void {
  try {
    channels[channel]?.(payload);
  } catch {
    onConnect();
  }
}
