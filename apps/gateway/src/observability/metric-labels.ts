import type { ServerResponse } from 'node:http';

/** Strips suffixes that would create hundreds of labels. */
export function statementLabel(name: string): string {
  return name.replace(/_[0-9a-f]{24}(?=_shared$|$)/, '');
}

const doors = new Map([
  ['v1', 'REST'],
  ['graphql', 'GraphQL'],
  ['trpc', 'tRPC'],
  ['otlp', 'OTLP'],
  ['mcp', 'MCP'],
  ['api', 'accounts'],
  ['docs', 'docs'],
  ['healthz', 'probes'],
  ['readyz', 'probes'],
  ['metrics', 'metrics'],
]);

/** Never the path, because callers choose it. */
export function doorOf({ req }: ServerResponse): string {
  const { url = '', headers } = req;
  let end = 1;
  while (end < url.length && url[end] !== '/' && url[end] !== '?') end++;
  const isExporter = url.startsWith('/api/public/otel/');
  const door = isExporter ? 'OTLP' : (doors.get(url.slice(1, end)) ?? 'dashboard');
  // The duration of an event stream says nothing about speed.
  return headers.accept?.startsWith('text/event-stream') ? `${door} live` : door;
}

/** 499, as in nginx: the client disconnected. */
export function statusOf({ statusCode, writableFinished }: ServerResponse): string {
  return writableFinished ? String(statusCode) : '499';
}
