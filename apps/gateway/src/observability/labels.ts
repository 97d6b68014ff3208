import type { ServerResponse } from 'node:http';
import { recordKinds } from '@outturn/service';

const recording = new RegExp(
  `^(record_(?:${recordKinds.map(({ table }) => table).join('|')})).*?(_shared)?$`,
);

/**
 * The name under which a statement is counted: without the shape of a list's filters or of a recording, of which there
 * are hundreds.
 */
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

/** The door of a request, by the first part of its path: never the path itself. */
export function doorOf({ req }: ServerResponse): string {
  const { url = '', headers } = req;
  let end = 1;
  while (end < url.length && url[end] !== '/' && url[end] !== '?') end++;
  const door = doors.get(url.slice(1, end)) ?? 'dashboard';
  // An answer that goes on for as long as its reader likes says nothing about speed.
  return headers.accept?.startsWith('text/event-stream') ? `${door} live` : door;
}

/** The status of an answer; 499, as nginx has it, for one that its caller did not wait for. */
export function statusOf({ statusCode, writableFinished }: ServerResponse): string {
  return writableFinished ? String(statusCode) : '499';
}
