import { randomBytes } from 'node:crypto';

/** Sends requests of OTLP in JSON, and reads the events that they make. */
export type SpanToSend = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name?: string;
  attributes?: Record<string, string | number | boolean>;
  startTimeUnixNano?: string;
  endTimeUnixNano?: string;
  status?: { code: number };
};

export const newTraceId = () => randomBytes(16).toString('hex');
export const newSpanId = () => randomBytes(8).toString('hex');

/** A call of a model with usage. */
export const call = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'gpt-4.1-mini' };
export const withUsage = { ...call, 'gen_ai.usage.input_tokens': 100, 'gen_ai.usage.output_tokens': 10 };
export const tool = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search' };
export const container = { 'gen_ai.operation.name': 'invoke_workflow' };

const NOW = BigInt(Date.now()) * 1_000_000n;

export function tracesRequest(
  spans: readonly SpanToSend[],
  resource: Record<string, string> = {},
  scope = 'test',
): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [
          {
            scope: { name: scope },
            spans: spans.map(({ attributes = {}, ...span }) => ({
              name: 'span',
              startTimeUnixNano: String(NOW),
              endTimeUnixNano: String(NOW + 5_000_000n),
              ...span,
              attributes: attributesOf(attributes),
            })),
          },
        ],
      },
    ],
  };
}

export function attributesOf(attributes: Record<string, string | number | boolean>) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value:
      typeof value === 'string'
        ? { stringValue: value }
        : typeof value === 'number'
          ? { intValue: String(value) }
          : { boolValue: value },
  }));
}

type Sent = {
  path?: string;
  headers?: Record<string, string>;
  body: object | BodyInit;
  signal?: AbortSignal;
};

export async function sendOtlp(
  url: string,
  token: string,
  { path = '/otlp/v1/traces', headers, body, signal }: Sent,
): Promise<{ status: number; text: string; headers: Headers }> {
  const isPlain = typeof body === 'object' && Object.getPrototypeOf(body) === Object.prototype;
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    body: isPlain ? JSON.stringify(body) : (body as BodyInit),
    ...(signal && { signal }),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

/** An event as REST answers it. */
export type SeenEvent = Record<string, unknown> & { id: string; type: string; spanId: string | null };

export async function eventsOf(url: string, token: string): Promise<SeenEvent[]> {
  const events: SeenEvent[] = [];
  for (let cursor = ''; ; ) {
    const response = await fetch(`${url}/v1/events?limit=1000${cursor}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    events.push(...((await response.json()) as SeenEvent[]));
    const next = /cursor=([^&>]+)/.exec(response.headers.get('link') ?? '')?.[1];
    if (!next) return events;
    cursor = `&cursor=${next}`;
  }
}
