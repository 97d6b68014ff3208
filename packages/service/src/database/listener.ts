import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { openSession } from './connection.ts';

export type Listener = {
  /** Queries the listening connection. All earlier notices arrive before its answer. Rejects while disconnected. */
  ask(question?: (client: Client) => Promise<unknown>): Promise<void>;
  close(): Promise<void>;
};

type ListenerOptions = {
  url: string;
  channels: Readonly<Record<string, (payload: string) => void>>;
  /** Notices may have been missed: the connection is new, or a handler failed. */
  onConnect: () => void;
};

/** Milliseconds without an answer before the connection is replaced. */
const ASK_TIMEOUT = 5_000;

/** Resolves once it listens. */
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
    // Otherwise each failed attempt, such as on a standby, leaves a session open.
    void session.end().catch(() => undefined);
    throw error;
  }
  session.on('end', onLost);
  options.onConnect();
  return session;
}

/** Any client of the database can send notices. */
function onNotice({ channels, onConnect }: ListenerOptions, channel: string, payload: string): void {
  try {
    channels[channel]?.(payload);
  } catch {
    onConnect();
  }
}
