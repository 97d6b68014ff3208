import { connect, type Socket } from 'node:net';

/** How much of a body {@link Connection} keeps. */
const BODY_START = 64;
/** A shared buffer for the bytes of all connections; Node.js would allocate one of this size for each. */
const arrivals = Buffer.alloc(65_536);

type Answer = { status: number; start: string; bytesLeft: number };

/**
 * One keep-alive HTTP/1.1 connection with one request in flight. It parses no more of an answer than its end requires,
 * so that the load takes as little processor time as possible from the servers beside it.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #onAnswer: (status: number, start: string) => void;
  #head: Buffer = Buffer.alloc(0);
  #answer: Answer | undefined;

  private constructor(port: number, onAnswer: (status: number, start: string) => void) {
    this.#onAnswer = onAnswer;
    const callback = (length: number) => {
      this.#read(arrivals.subarray(0, length));
      return true;
    };
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer: arrivals, callback },
    });
  }

  /** `onEnd` is called when the connection breaks or the server closes it. */
  static open(
    port: number,
    { onAnswer, onEnd }: { onAnswer: (status: number, start: string) => void; onEnd: (error: Error) => void },
  ): Promise<Connection> {
    return new Promise((resolve) => {
      const connection = new Connection(port, onAnswer);
      connection.#socket.once('connect', () => resolve(connection));
      connection.#socket.once('error', onEnd);
      connection.#socket.once('end', () => onEnd(new Error('the server closed a connection')));
    });
  }

  send(request: string): void {
    this.#socket.write(request, 'latin1');
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    if (!this.#answer) {
      this.#readHead(chunk);
      return;
    }
    const answer = this.#answer;
    if (answer.start.length < BODY_START) answer.start += chunk.toString('latin1', 0, BODY_START);
    answer.bytesLeft -= chunk.length;
    this.#finish(answer);
  }

  #readHead(chunk: Buffer): void {
    const bytes = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
    const end = bytes.indexOf('\r\n\r\n');
    if (end === -1) {
      this.#head = Buffer.from(bytes);
      return;
    }
    this.#head = Buffer.alloc(0);
    const head = bytes.toString('latin1', 0, end);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length === undefined) throw new Error(`an answer without a length:\n${head}`);
    const bodyAt = end + 4;
    this.#finish({
      status: Number(head.slice(9, 12)),
      start: bytes.toString('latin1', bodyAt, bodyAt + BODY_START),
      bytesLeft: Number(length) - (bytes.length - bodyAt),
    });
  }

  #finish(answer: Answer): void {
    this.#answer = answer.bytesLeft > 0 ? answer : undefined;
    if (answer.bytesLeft < 0) throw new Error('an answer longer than its length');
    if (!this.#answer) this.#onAnswer(answer.status, answer.start);
  }
}
