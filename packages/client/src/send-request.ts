import { reasonOf } from '@outturn/transport';
import type { TRPCFetch } from '@trpc/client';
import { OutturnConnectionError } from './errors.ts';
import { isTrpcAnswer, parseOrUndefined, toForeignError } from './to-client-error.ts';

export type Server = { url: string; headers: Record<string, string>; fetch: typeof fetch };

type LinkFetch = (input: string | URL | Request, init?: RequestInit) => ReturnType<TRPCFetch>;

/**
 * A `fetch` for the links of tRPC that throws the errors of this package. tRPC would report an answer of a proxy, or
 * one that was cut off, as invalid JSON.
 */
export function checkedFetch(server: Server): LinkFetch {
  return async (input, init) => {
    const url = String(input);
    const { response, text } = await send(server, url, init);
    const json = parseOrUndefined(text);
    const { status, headers, ok } = response;
    if (isTrpcAnswer(json)) return { ok, status, headers, json: async () => json };
    // A successful answer that is no JSON of tRPC was cut off, and a proxy may not have noticed.
    if (ok) throw new OutturnConnectionError(`The answer of ${server.url} is not from Outturn`);
    throw toForeignError(response, json, new URL(url).pathname);
  };
}

async function send(server: Server, url: string, init: RequestInit | undefined) {
  const { fetch } = server;
  try {
    // A redirect would change a POST to a GET.
    const response = await fetch(url, { ...init, redirect: 'manual' });
    return { response, text: await response.text() };
  } catch (error) {
    init?.signal?.throwIfAborted();
    throw noAnswer(server, error);
  }
}

export function noAnswer({ url }: Server, error: unknown): OutturnConnectionError {
  return new OutturnConnectionError(`${url} gave no answer: ${reasonOf(error)}`, {
    cause: error instanceof Error ? error : undefined,
  });
}
