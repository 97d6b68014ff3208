import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { openSession } from './connection.ts';

/** A channel of PostgreSQL's LISTEN/NOTIFY, kept open across lost connections. */
export type Listener = { close(): Promise<void> };

type ListenerOptions = {
  url: string;
  channel: string;
  onNotice: (payload: string) => void;
  /** The connection is (back) up, or a notice could not be read: some may have been missed. */
  onConnect: () => void;
};

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
    async close() {
      isClosed = true;
      await client.end().catch(() => undefined);
    },
  };
}

async function connect(options: ListenerOptions, onLost: () => void): Promise<Client> {
  const session = await openSession(options.url, { application_name: 'outturn-listener' });
  session.on('notification', ({ payload }) => hear(options, payload ?? ''));
  try {
    await session.query(`listen ${session.escapeIdentifier(options.channel)}`);
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
function hear({ onNotice, onConnect }: ListenerOptions, payload: string): void {
  try {
    onNotice(payload);
  } catch {
    onConnect();
  }
}
