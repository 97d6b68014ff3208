import { connect, type Socket } from 'node:net';

/** A connection whose bytes a test writes and reads itself. */
export type RawConnection = {
  socket: Socket;
  /** All bytes that have arrived. */
  received(): string;
  /** Resolves to the milliseconds until the connection was closed. */
  closed: Promise<number>;
};

/** Connects to a server and sends a text, which may be empty or half of a request. */
export async function openRaw(url: string, text = ''): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  // A server may reset a connection that it closes.
  socket.on('error', () => undefined);
  const started = performance.now();
  const closed = new Promise<number>((resolve) => {
    socket.once('close', () => resolve(performance.now() - started));
  });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  if (text !== '') socket.write(text);
  return { socket, received: () => received, closed };
}

/** A request as bytes. It stays unfinished when its stated length exceeds its body. */
export function rawRequest(
  line: string,
  { headers = {}, body = '' }: { headers?: Record<string, string | number>; body?: string } = {},
): string {
  const lines = Object.entries({ host: 'outturn', 'content-length': body.length, ...headers });
  return `${line} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

/** The answers on a connection, in order: status and body of each that has its length. */
export function answersIn(received: string): { status: number; body: string }[] {
  const answers: { status: number; body: string }[] = [];
  for (let rest = received; ; ) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return answers;
    const head = rest.slice(0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    answers.push({ status: Number(head.split(' ')[1]), body: rest.slice(end + 4, end + 4 + length) });
    rest = rest.slice(end + 4 + length);
  }
}
