import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { openSession } from './connection.ts';

/** A connection that hears notices of PostgreSQL's LISTEN/NOTIFY, made anew when it is lost. */
export type Listener = {
  /** Resolves to an answer on this connection, which comes behind the notices that were sent before. Rejects while it is away. */
  ask(): Promise<void>;
  close(): Promise<void>;
};

type ListenerOptions = {
  url: string;
  /** What is done with the notices of each channel. */
  channels: Readonly<Record<string, (payload: string) => void>>;
  /** The connection is (back) up, or a notice could not be read: some may have been missed. */
  onConnect: () => void;
};

/** A connection that answers nothing for so long is given up, in milliseconds. */
const SILENCE = 5_000;

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
      const silent = setTimeout(() => client.connection.stream.destroy(), SILENCE);
      await client.query('select 1').finally(() => clearTimeout(silent));
    },
    async close() {
      isClosed = true;
      await client.end().catch(() => undefined);
    },
  };
}

async function connect(options: ListenerOptions, onLost: () => void): Promise<Client> {
  const session = await openSession(options.url, { application_name: 'outturn-listener' });
  session.on('notification', ({ channel, payload }) => hear(options, channel, payload ?? ''));
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

/** Anybody who may connect to the database can send notices, and so can other versions of this one. */
function hear({ channels, onConnect }: ListenerOptions, channel: string, payload: string): void {
  try {
    channels[channel]?.(payload);
  } catch {
    onConnect();
  }
}
