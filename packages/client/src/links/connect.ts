import { eventStream, isEventStream } from '@outturn/transport';
import { TRPCClientError } from '@trpc/client';
import { OutturnClientError, OutturnConnectionError, OutturnTimeoutError } from '../errors.ts';
import { noAnswer, type Server } from '../send-request.ts';
import { isTrpcAnswer, parseOrUndefined, toClientError, toForeignError } from '../to-client-error.ts';

/** The events of one connection. Rejects with the errors of this package. */
export function connect(server: Server, url: string, limits: { timeout: number; signal: AbortSignal }) {
  const open = async (signal: AbortSignal) => {
    const { fetch } = server;
    const headers = { ...server.headers, accept: 'text/event-stream' };
    const response = await fetch(url, { headers, cache: 'no-store', redirect: 'manual', signal });
    if (!isEventStream(response)) throw await refusalOf(response, url);
    return response.body as ReadableStream<Uint8Array>;
  };
  return eventStream(open, {
    ...limits,
    onSilence: (milliseconds) => new OutturnTimeoutError(`No data arrived within ${milliseconds} ms`),
    toError: (error) =>
      error instanceof OutturnClientError || error instanceof OutturnConnectionError
        ? error
        : noAnswer(server, error),
  });
}

async function refusalOf(response: Response, url: string): Promise<unknown> {
  const { status, headers } = response;
  const json = parseOrUndefined(await response.text());
  if (!isTrpcAnswer(json)) return toForeignError(response, json, new URL(url).pathname);
  return toClientError(TRPCClientError.from(json as object, { meta: { response: { status, headers } } }));
}
