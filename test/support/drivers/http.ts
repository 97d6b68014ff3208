import { randomInt } from 'node:crypto';

/** What may differ from call to call, whatever the surface. */
export type Call = {
  /** Instead of the driver's own; null sends no `Authorization` at all. */
  token?: string | null;
  idempotencyKey?: string;
  headers?: Record<string, string>;
};

export type Answer = { status: number; headers: Headers; text: string };

type Message = Call & { method?: string; body?: RequestInit['body'] };

/** One HTTP request as it is, for what the typed clients refuse to send. A body is announced as JSON. */
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

/** Every call comes from an address of its own, so that the limit on failed authentication meets no neighbour. */
export function headersOf({ token, idempotencyKey, headers }: Call): Record<string, string> {
  return {
    'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    ...(token != null && { authorization: `Bearer ${token}` }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...headers,
  };
}

/** Whether an answer says that it is the remembered one of an earlier call. */
export function isReplay(headers: Headers): boolean {
  return headers.get('idempotent-replayed') === 'true';
}
