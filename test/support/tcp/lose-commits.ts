import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll } from 'vitest';
import { type Message, MessageReader, textsOf } from './postgres-messages.ts';

/** A proxy to PostgreSQL that loses answers. */
export type LossyWay = {
  /** The database through this proxy. */
  url: string;
  /** How many answers were lost. */
  lost: number;
};

/** The ledger's statements, which commit by themselves, and the end of a command's transaction. */
const writes = /^(record_|reservations_add)/;

/**
 * Starts proxies to PostgreSQL for the tests of a file. When `loses` returns true, the proxy cuts the connection after
 * PostgreSQL has committed a write and before a byte of its answer passes.
 */
export function useLossyWays(): (databaseUrl: string, loses: () => boolean) => Promise<LossyWay> {
  const close: (() => void)[] = [];
  afterAll(() => {
    for (const end of close) end();
  });
  return async (databaseUrl, loses) => {
    const { hostname, port } = new URL(databaseUrl);
    const sockets = new Set<Socket>();
    const server = createServer((client) => {
      const upstream = connect(Number(port), hostname);
      for (const socket of [client, upstream]) {
        sockets.add(socket);
        socket.setNoDelay(true);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          sockets.delete(socket);
          client.destroy();
          upstream.destroy();
        });
      }
      relay(client, upstream, () => loses() && ++way.lost > 0);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    close.push(() => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    const url = new URL(databaseUrl);
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const way: LossyWay = { url: url.href, lost: 0 };
    return way;
  };
}

function relay(client: Socket, upstream: Socket, loses: () => boolean): void {
  /** For each request in flight, whether it writes. The first answer is that to the start-up. */
  const requests: boolean[] = [false];
  const asked = new MessageReader('client');
  let isWrite = false;
  client.on('data', (bytes: Buffer) => {
    for (const message of asked.push(bytes)) {
      isWrite ||= commits(message);
      if (message.type !== 'S' && message.type !== 'Q') continue;
      requests.push(isWrite);
      isWrite = false;
    }
    upstream.write(bytes);
  });

  const answered = new MessageReader('server');
  let answer: Message[] = [];
  upstream.on('data', (bytes: Buffer) => {
    for (const message of answered.push(bytes)) {
      answer.push(message);
      const isEnd = message.type === 'Z';
      if (requests[0] && !isEnd) continue;
      if (isEnd && requests.shift() && isCommitted(answer) && loses()) return void client.destroy();
      client.write(Buffer.concat(answer.map((each) => each.bytes)));
      answer = [];
    }
  });
}

function commits(message: Message): boolean {
  if (message.type === 'Q') return textsOf(message)[0]?.toLowerCase() === 'commit';
  return message.type === 'B' && writes.test(textsOf(message)[1] ?? '');
}

/** Whether PostgreSQL is idle again, outside of any transaction, without an error in its answer. */
function isCommitted(answer: readonly Message[]): boolean {
  return answer.at(-1)?.bytes.at(5) === 'I'.charCodeAt(0) && answer.every(({ type }) => type !== 'E');
}
