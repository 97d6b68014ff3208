import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('recorded/', import.meta.url);

/** A request as an instrumentation or a coding agent sent it. */
export type RecordedRequest = { path: string; headers: Record<string, string>; body: Buffer };

export type ExpectedEvent = {
  type: string;
  signal?: 'logs';
  traceId: string | null;
  spanId: string | null;
  /** Another span that tells the same call. */
  orSpanId?: string;
  startedAt: string;
  agentKey: string | null;
  sessionKey: string | null;
  customerKey: string | null;
  toolKey?: string;
  model?: string | null;
  provider?: string | null;
  inputTokens?: number | null;
  outputTokens?: number | null;
  tokens?: Record<string, number | null>;
  cost?: string | null;
  costSource?: string | null;
  computedCost?: string | null;
  error: boolean | null;
  durationMs?: number | null;
  name?: string | null;
  metadata?: Record<string, unknown>;
};

export type RecordedCase = { name: string; requests: RecordedRequest[]; events: ExpectedEvent[] };

/** All recorded cases, with their requests in the order of arrival. */
export function recordedCases(): RecordedCase[] {
  return readdirSync(folder).flatMap((software) => {
    const files = readdirSync(new URL(`${software}/`, folder));
    return files
      .filter((file) => file.endsWith('.expected.json'))
      .map((file) => {
        const name = file.replace('.expected.json', '');
        const bodies = files.filter((other) => other === `${name}.bin` || other.startsWith(`${name}.`));
        return {
          name: `${software}/${name}`,
          requests: bodies
            .filter((body) => body.endsWith('.bin'))
            .sort(byNumber)
            .map((body) => readRequest(software, body)),
          events: readJson<{ events: ExpectedEvent[] }>(software, file).events,
        };
      });
  });
}

function byNumber(a: string, b: string): number {
  return numberOf(a) - numberOf(b);
}

function numberOf(file: string): number {
  return Number(/\.(\d+)\.bin$/.exec(file)?.[1] ?? 0);
}

function readRequest(software: string, body: string): RecordedRequest {
  const { url, headers } = readJson<{ url: string; headers: Record<string, string> }>(
    software,
    body.replace('.bin', '.headers.json'),
  );
  const kept = ['content-type', 'content-encoding', 'authorization', 'user-agent'];
  return {
    path: url.startsWith('/api/') ? url : `/otlp${url}`,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => kept.includes(name))),
    body: readFileSync(new URL(`${software}/${body}`, folder)),
  };
}

function readJson<Value>(software: string, file: string): Value {
  return JSON.parse(readFileSync(new URL(`${software}/${file}`, folder), 'utf8')) as Value;
}
