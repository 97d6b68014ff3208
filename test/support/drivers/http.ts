import { randomInt } from 'node:crypto';

/** Options of a single call, on any surface. */
export type Call = {
  /** Replaces the driver's own; null sends no `Authorization`. */
  token?: string | null;
  idempotencyKey?: string;
  headers?: Record<string, string>;
};

export type Answer = { status: number; headers: Headers; text: string };

type Message = Call & { method?: string; body?: RequestInit['body'] };

/** One HTTP request, for input that the typed clients refuse to send. A body is declared as JSON. */
export async function send(url: string, { method, body, ...call }: Message = {}): Promise<Answer> {
  const type: Record<string, string> = body == null ? {} : { 'content-type': 'application/json' };
  const response = await fetch(url, {
    method: method ?? (body == null ? 'GET' : 'POST'),
    headers: { ...type, ...headersOf(call) },
    ...(body != null && { body }),
    ...(body instanceof ReadableStream && { duplex: 'half' as const }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Every call comes from an address of its own, so that tests do not share the limit on failed authentication. */
export function headersOf({ token, idempotencyKey, headers }: Call): Record<string, string> {
  return {
    'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    ...(token != null && { authorization: `Bearer ${token}` }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...headers,
  };
}

/** Whether the headers mark an answer as a replay. */
export function isReplay(headers: Headers): boolean {
  return headers.get('idempotent-replayed') === 'true';
}
