import { reasonOf } from '@outturn/retry';
import type { TRPCFetch } from '@trpc/client';
import { isTrpcAnswer, parseOrUndefined, toForeignError } from './answer.ts';
import { OutturnConnectionError } from './errors.ts';

/** Where requests go, how callers show who they are, and who sends the requests. */
export type Server = { url: string; headers: Record<string, string>; fetch: typeof fetch };

/** The `fetch` of tRPC's links, which call it with the URL as text. */
type LinkFetch = (input: string | URL | Request, init?: RequestInit) => ReturnType<TRPCFetch>;

/**
 * The `fetch` of tRPC's links: throws OutturnConnectionError where no answer arrives, and OutturnClientError where it is
 * not tRPC that answers.
 */
export function exchanging(server: Server): LinkFetch {
  return async (input, init) => {
    const url = String(input);
    const { response, text } = await send(server, url, init);
    const json = parseOrUndefined(text);
    const { status, headers, ok } = response;
    if (isTrpcAnswer(json)) return { ok, status, headers, json: async () => json };
    // Success that is cut short: the proxy in between may not have noticed.
    if (ok) throw new OutturnConnectionError(`${server.url} gave an answer that is not one of Outturn`);
    throw toForeignError(response, json, new URL(url).pathname);
  };
}

async function send(server: Server, url: string, init: RequestInit | undefined) {
  const { fetch } = server;
  try {
    // A redirect would turn a POST into a GET.
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
