import { pause } from '@outturn/transport';
import { OutturnConnectionError } from '../errors.ts';
import { type Hooks, joinHooks } from '../hooks.ts';
import type { CorrectionOf, RecordKind, RecordOf } from '../operations.ts';
import { toApiError } from '../read-error.ts';
import { delayAfter, isPassing } from '../retry.ts';
import { describe, type Request, type Server } from '../send-request.ts';
import { connect } from './connection.ts';

export interface LiveQuery<Kind extends RecordKind = RecordKind> {
  /** Default: all kinds that the API key may read. */
  kinds?: readonly Kind[] | undefined;
  /** Resumes behind this event: nothing is missed or repeated. At most an hour old. */
  lastEventId?: string | undefined;
}

export interface LiveOptions extends Hooks {
  /** Ends the loop. */
  signal?: AbortSignal | undefined;
  /** Milliseconds to connect. Default: the client's. */
  timeout?: number | undefined;
}

/**
 * A record with the id of its event, a correction of one, or, first and in quiet times, a position to resume from. A record
 * comes as it was recorded. `before` and `after` are the record in both versions, null where it does not count.
 */
export type LiveRecord<Kind extends RecordKind = RecordKind> =
  | { id: string; kind: 'position' }
  | { [One in Kind]: { id: string; kind: One; record: RecordOf<One> } }[Kind]
  | { [One in Kind]: { id: string } & LiveCorrection<One> }[Kind]
  | (Kind extends 'events' ? LiveRepricing : never);

/** A part of a run of repricing: how many events got another cost, and by how much their costs have changed together. */
interface LiveRepricing {
  id: string;
  kind: 'events.repriced';
  /** Id of the run. */
  run: string;
  events: number;
  costChange: string;
}

interface LiveCorrection<Kind extends RecordKind> {
  kind: `${Kind}.corrected`;
  correction: Omit<CorrectionOf<Kind>, 'before' | 'after'>;
  before: RecordOf<Kind> | null;
  after: RecordOf<Kind> | null;
}

export type Connection = { server: Server; timeout: number; hooks: Hooks };

/** Reconnects after transient errors, and resumes behind the last event. */
export async function* follow<Kind extends RecordKind>(
  { server, timeout, hooks }: Connection,
  query: LiveQuery<Kind>,
  { signal, ...own }: LiveOptions,
): AsyncGenerator<LiveRecord<Kind>, void, undefined> {
  const { onRetry, ...seen } = joinHooks(hooks, own);
  const limits = { timeout: own.timeout ?? timeout, signal, ...seen };
  let { lastEventId } = query;
  let failures = 0;
  while (!signal?.aborted) {
    const request = requestOf({ ...query, lastEventId });
    try {
      for await (const { event, id, data } of connect(server, request, limits)) {
        if (event === 'serialized-error') throw toApiError(request, inStream(), `{"error":${data}}`);
        if (event === 'ping' || event === undefined || event === 'message') failures = 0;
        if (id === undefined || (event !== undefined && event !== 'message')) continue;
        lastEventId = id;
        // The server sends events by the schema of the operation.
        yield { id, ...JSON.parse(data) } as LiveRecord<Kind>;
      }
      throw new OutturnConnectionError(`${server.url} closed the connection`);
    } catch (error) {
      if (signal?.aborted) return;
      if (!isPassing(error)) throw error;
      const delay = delayAfter(error, ++failures);
      onRetry({ ...describe(request), failures, delay, error });
      await pause(delay, signal).catch(() => undefined);
    }
  }
}

/** An error in a stream has no head of its own. */
function inStream() {
  return { status: 500, headers: new Headers() };
}

function requestOf(query: LiveQuery): Request {
  return { method: 'GET', path: `/trpc/records.live?input=${encodeURIComponent(JSON.stringify(query))}` };
}
