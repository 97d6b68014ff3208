import type { ErrorDetail } from '@outturn/service';
import type { AppRouter } from '@outturn/trpc';
import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client';
import { type Call, type Connect, type Failure, parse, type Result, untyped } from './driver.ts';
import { type Answer, headersOf, isReplay, send } from './http.ts';

type Client = ReturnType<typeof createTRPCClient<AppRouter>>;

type WireError = {
  message: string;
  data: { error: string; httpStatus: number; details?: readonly ErrorDetail[] | undefined };
};

export type TrpcAnswer<T> = { result?: { data: T }; error?: WireError };

/** tRPC `/trpc`, through the official client wherever that can send the call. */
export const connectTrpc: Connect = (url, token) => {
  const run = <T>(work: (client: Client) => Promise<T>, call?: Call) =>
    withClient(url, { token, ...call }, work);
  return {
    record: (input, call) => run((client) => client.revenues.record.mutate(untyped(input)), call),
    correct: (input, call) => run((client) => client.revenues.correct.mutate(untyped(input)), call),
    refund: (input, call) => run((client) => client.revenues.refund.mutate(untyped(input)), call),
    list: (input = {}, call) => run((client) => client.revenues.list.query(untyped(input)), call),
    get: (id, call) => run((client) => client.revenues.get.query(untyped({ id })), call),
    callUnknown: async (call) => toResult(await send(`${url}/trpc/revenues.nothing`, { token, ...call })),
    recordText: async (body, call) =>
      toResult(await send(`${url}/trpc/revenues.record`, { token, ...call, body })),
  };
};

/** Runs one call of the typed client, and captures the headers that the client hides. */
export async function withClient<T>(
  url: string,
  call: Call,
  work: (client: Client) => Promise<T>,
): Promise<Result<T>> {
  let replayed = false;
  const client = createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${url}/trpc`,
        headers: headersOf(call),
        async fetch(input, init) {
          const response = await fetch(input, untyped<RequestInit>(init));
          replayed = isReplay(response.headers);
          return response;
        },
      }),
    ],
  });
  try {
    const value = await work(client);
    return { ok: true, value, replayed };
  } catch (error) {
    if (error instanceof TRPCClientError && error.data) return toFailure(untyped<WireError>(error));
    throw error;
  }
}

/** The result of a call that was sent without the client. */
export function toResult<T>({ text, headers }: Answer): Result<T> {
  const { result, error } = parse<TrpcAnswer<T>>(text);
  if (error) return toFailure(error);
  if (!result) throw new Error(`neither a result nor an error: ${text}`);
  return { ok: true, value: result.data, replayed: isReplay(headers) };
}

function toFailure({ message, data }: WireError): Failure {
  return { ok: false, code: data.error, message, status: data.httpStatus, details: data.details };
}
