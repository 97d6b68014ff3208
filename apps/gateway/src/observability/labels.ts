import type { ServerResponse } from 'node:http';
import { recordKinds } from '@outturn/service';

const recording = new RegExp(
  `^(record_(?:${recordKinds.map(({ table }) => table).join('|')})).*?(_shared)?$`,
);

/** Strips the suffix for the filters of a list or the shape of a recording, which would create hundreds of labels. */
export function statementLabel(name: string): string {
  return name.replace(/_[0-9a-f]{24}$/, '').replace(recording, '$1$2');
}

const doors = new Map([
  ['v1', 'REST'],
  ['graphql', 'GraphQL'],
  ['trpc', 'tRPC'],
  ['api', 'accounts'],
  ['docs', 'docs'],
  ['healthz', 'probes'],
  ['readyz', 'probes'],
  ['metrics', 'metrics'],
]);

/** Value of the metric label `door`. Paths themselves are no labels, because callers choose them. */
export function doorOf({ req }: ServerResponse): string {
  const { url = '', headers } = req;
  let end = 1;
  while (end < url.length && url[end] !== '/' && url[end] !== '?') end++;
  const door = doors.get(url.slice(1, end)) ?? 'dashboard';
  // The duration of an event stream says nothing about speed.
  return headers.accept?.startsWith('text/event-stream') ? `${door} live` : door;
}

/** Returns 499, as in nginx, if the client disconnected before the end. */
export function statusOf({ statusCode, writableFinished }: ServerResponse): string {
  return writableFinished ? String(statusCode) : '499';
}
