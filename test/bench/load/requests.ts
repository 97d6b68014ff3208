import { randomUUID } from 'node:crypto';
import { instantsOfLast, pick } from './instants.ts';
import { agentKey, customerKey, type Traffic } from './job.ts';

/** Makes the requests of a load and classifies their answers. Everything it sends is ASCII. */
export type Requests = {
  /** The bytes of request number `n`. */
  make(n: number): string;
  /** How many records (or reads) an answer acknowledges: 0 for a failure. `start` is the beginning of its body. */
  acknowledged(status: number, start: string): number;
};

export function requestsOf(traffic: Traffic, token: string): Requests {
  const common = `Host: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n`;
  if (traffic.kind === 'read') {
    const requests = traffic.paths.map((path) => `GET ${path} HTTP/1.1\r\n${common}\r\n`);
    return {
      make: (n) => requests[n % requests.length] ?? '',
      acknowledged: (status) => Number(status === 200),
    };
  }
  const start = `POST ${traffic.path} HTTP/1.1\r\n${common}Content-Type: application/json\r\n`;
  const run = randomUUID();
  if (traffic.kind === 'record') {
    // Single records are recorded as they happen.
    const recent = instantsOfLast(1 / 60);
    const record = { revenues: revenue, events: event, calls: modelCall }[traffic.of ?? 'revenues'];
    return {
      make(n) {
        const body = `${record(n, pick(recent))}}`;
        return `${start}X-Idempotency-Key: ${run}-${n}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      },
      // tRPC answers a mutation with 200, REST with 201.
      acknowledged: (status) => Number(status === 201 || status === 200),
    };
  }
  const instants = instantsOfLast(traffic.spreadHours);
  return {
    make(n) {
      const items: string[] = [];
      for (let i = 0; i < traffic.items; i++) {
        const own = n * traffic.items + i;
        items.push(`${revenue(own, pick(instants))},"idempotencyKey":"${run}-${own}"}`);
      }
      const body = `[${items.join(',')}]`;
      return `${start}Content-Length: ${body.length}\r\n\r\n${body}`;
    },
    acknowledged: (status, body) => (status === 200 ? Number(/^\{"created":(\d+)/.exec(body)?.[1] ?? 0) : 0),
  };
}

/** A revenue without its closing brace. Agents and customers alternate, so that a warm-up uses all of them. */
function revenue(n: number, recordedAt: string): string {
  const amount = `${(n % 900) + 1}.${String(n % 100).padStart(2, '0')}`;
  return `{"amount":"${amount}","recordedAt":"${recordedAt}","agentKey":"${agentKey(n)}","customerKey":"${customerKey(n)}","description":"Payment received"`;
}

/** The same of an event. */
function event(n: number, occurredAt: string): string {
  return `{"type":"llm.call","occurredAt":"${occurredAt}","agentKey":"${agentKey(n)}","customerKey":"${customerKey(n)}","name":"Draft the reply"`;
}

/** With fields that every version knows, so that any commit can be compared. */
function modelCall(n: number, occurredAt: string): string {
  return `${event(n, occurredAt)},"provider":"openai","model":"gpt-4.1-mini","inputTokens":${1_000 + (n % 900)},"outputTokens":${n % 300}`;
}
