import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll } from 'vitest';

/**
 * The fault of a request: none; an error as its answer, 503 as a load balancer has it, without a code; a broken connection before, or after it has reached the server;
 * half of the answer; no answer, after it has reached the server; refused items at every other place of a batch.
 */
export type Fault = 'pass' | 429 | 500 | 503 | 'reset' | 'lose answer' | 'truncate' | 'hang' | 'reject half';

/** A request as the proxy saw it. */
type Seen = {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  at: number;
  /** When its whole answer was sent. */
  answeredAt?: number;
  fault: Fault;
};

export type FaultyProxy = { url: string; seen: Seen[] };

const errors = {
  429: { code: 'Rate Limit Exceeded', message: 'Too many requests.' },
  500: { code: 'Server Error', message: 'Something went wrong on our side.' },
  503: { message: 'no healthy upstream' },
};

/** Starts proxies in front of real gateways for the tests of a file. */
export function useFaultyProxies(): (
  target: string,
  decide: (path: string) => Fault,
) => Promise<FaultyProxy> {
  const close: (() => void)[] = [];
  afterAll(() => {
    for (const end of close) end();
  });
  return async (target, decide) => {
    const seen: Seen[] = [];
    const server = createServer(async (incoming, answer) => {
      const { method = '', url: path = '', headers } = incoming;
      const fault = decide(path);
      const one: Seen = { method, path, headers, at: performance.now(), fault };
      seen.push(one);
      answer.once('finish', () => Object.assign(one, { answeredAt: performance.now() }));
      const body = await buffer(incoming).catch(() => undefined);
      // A server that cannot be reached appears as a broken connection.
      if (body) await meet(fault, { incoming, answer, body, target }).catch(() => answer.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    close.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
  };
}

type Exchange = { incoming: IncomingMessage; answer: ServerResponse; body: Buffer; target: string };

async function meet(fault: Fault, exchange: Exchange): Promise<void> {
  const { incoming, answer } = exchange;
  if (fault === 'reset') return void incoming.socket.destroy();
  if (fault === 429 || fault === 500 || fault === 503) {
    const path = `${incoming.method} ${incoming.url}`;
    const error = { ...errors[fault], path, status: fault, timestamp: new Date().toISOString() };
    answer.writeHead(fault, {
      'content-type': 'application/json',
      ...(fault === 429 && { 'retry-after': '1' }),
    });
    return void answer.end(JSON.stringify(error));
  }
  if (fault === 'reject half' && incoming.url?.endsWith('/batch')) return rejectHalf(exchange);
  const { status, headers, body } = await forward(exchange);
  if (fault === 'hang') return;
  if (fault === 'lose answer') return void incoming.socket.destroy();
  answer.writeHead(status, headers);
  if (fault === 'truncate') answer.write(body.subarray(0, body.length / 2), () => incoming.socket.destroy());
  else answer.end(body);
}

/** Imitates a server whose queue is full: refuses items, not the batch. */
async function rejectHalf(exchange: Exchange): Promise<void> {
  const items: unknown[] = JSON.parse(exchange.body.toString());
  const taken = items.filter((_, index) => index % 2 === 0);
  const { body } = await forward({ ...exchange, body: Buffer.from(JSON.stringify(taken)) });
  const { results } = JSON.parse(body.toString());
  const rejected = { status: 'rejected', error: errors[429] };
  const merged = items.map((_, index) => (index % 2 === 0 ? results[index / 2] : rejected));
  exchange.answer.writeHead(200, { 'content-type': 'application/json' });
  exchange.answer.end(JSON.stringify({ results: merged }));
}

async function forward({ incoming, body, target }: Exchange) {
  const { method, url: path } = incoming;
  const headers = { ...incoming.headers, 'content-length': String(body.length) };
  const sent = request(`${target}${path}`, { method, headers });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) };
}
