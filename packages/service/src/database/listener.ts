import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/** A channel of PostgreSQL's LISTEN/NOTIFY, kept open across lost connections. */
export type Listener = { close(): Promise<void> };

type ListenerOptions = {
  url: string;
  channel: string;
  onNotice: (payload: string) => void;
  /** The connection is (back) up: notices may have been missed. */
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
  const client = new Client({
    connectionString: options.url,
    application_name: 'outturn-listener',
    keepAlive: true,
  });
  let isUp = false;
  client.on('error', () => undefined);
  client.on('end', () => isUp && onLost());
  client.on('notification', ({ payload }) => options.onNotice(payload ?? ''));
  await client.connect();
  await client.query(`listen ${client.escapeIdentifier(options.channel)}`);
  isUp = true;
  options.onConnect();
  return client;
}
