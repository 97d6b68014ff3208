import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { openSession } from './connection.ts';

/** A connection for LISTEN/NOTIFY of PostgreSQL that reconnects when it is lost. */
export type Listener = {
  /** Sends a query on this connection; its answer follows all earlier notices. Rejects while the connection is lost. */
  ask(): Promise<void>;
  close(): Promise<void>;
};

type ListenerOptions = {
  url: string;
  /** Handlers by channel. */
  channels: Readonly<Record<string, (payload: string) => void>>;
  /** The connection is (back) up, or a notice could not be read: some may have been missed. */
  onConnect: () => void;
};

/** Timeout of `ask`, in milliseconds, after which the listener reconnects. */
const ASK_TIMEOUT = 5_000;

/** Listens until closed. Reconnects by itself; resolves once it listens for the first time. */
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
        // The database is away; try again.
      }
    }
  }

  return {
    async ask() {
      const timeout = setTimeout(() => client.connection.stream.destroy(), ASK_TIMEOUT);
      await client.query('select 1').finally(() => clearTimeout(timeout));
    },
    async close() {
      isClosed = true;
      await client.end().catch(() => undefined);
    },
  };
}

async function connect(options: ListenerOptions, onLost: () => void): Promise<Client> {
  const session = await openSession(options.url, { application_name: 'outturn-listener' });
  session.on('notification', ({ channel, payload }) => onNotice(options, channel, payload ?? ''));
  try {
    for (const channel of Object.keys(options.channels))
      await session.query(`listen ${session.escapeIdentifier(channel)}`);
  } catch (error) {
    // A standby, say, refuses to listen: each try would leave it one more session.
    void session.end().catch(() => undefined);
    throw error;
  }
  session.on('end', onLost);
  options.onConnect();
  return session;
}

/** Every client of the database can send notices, and so can other versions of this program. */
function onNotice({ channels, onConnect }: ListenerOptions, channel: string, payload: string): void {
  try {
    channels[channel]?.(payload);
  } catch {
    onConnect();
  }
}
