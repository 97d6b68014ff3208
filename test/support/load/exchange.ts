import { type Agent, type IncomingHttpHeaders, request } from 'node:http';

/** One answer, read to its end. */
export type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

/** The connection was lost before the whole answer, so the result of the request is unknown. */
export class ConnectionLost extends Error {
  readonly code: string;
  /** Whether the connection had carried an answer before, so that the server could have announced its close. */
  readonly isReused: boolean;

  constructor(code: string, isReused: boolean) {
    super(`the connection was lost: ${code}`);
    this.code = code;
    this.isReused = isReused;
  }
}

/** The client's timeout of an answer, in milliseconds. */
const PATIENCE = 60_000;

type Message = { body: string; headers: Record<string, string> };

/** Posts JSON. Rejects only with {@link ConnectionLost}. */
export function post(agent: Agent, url: string, message: Message): Promise<Answer> {
  return exchange(agent, url, message);
}

/** Sends a GET request. Rejects only with {@link ConnectionLost}. */
export function get(agent: Agent, url: string, headers: Message['headers']): Promise<Answer> {
  return exchange(agent, url, { headers });
}

function exchange(
  agent: Agent,
  url: string,
  { body, headers }: Partial<Message> & Pick<Message, 'headers'>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const lost = (code: string | undefined) =>
      reject(new ConnectionLost(code ?? 'unknown', sent.reusedSocket));
    const sent = request(url, {
      agent,
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      timeout: PATIENCE,
    });
    sent.once('timeout', () => sent.destroy(Object.assign(new Error('no answer'), { code: 'TIMEOUT' })));
    sent.once('error', (error: NodeJS.ErrnoException) => lost(error.code));
    sent.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', (error: NodeJS.ErrnoException) => lost(error.code));
      response.once('close', () => {
        if (!response.complete) return lost('TRUNCATED');
        const { statusCode = 0, headers } = response;
        resolve({ status: statusCode, headers, text: Buffer.concat(chunks).toString() });
      });
    });
    sent.end(body);
  });
}
