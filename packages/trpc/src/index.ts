import {
  bodyLimits,
  type CallContext,
  chargeAtLeastOnce,
  checkJson,
  type Exchange,
  identified,
  isJsonType,
  notJson,
  OutturnError,
  passingFailureOf,
  type Service,
  streamHeaders,
  toOutturnError,
} from '@outturn/service';
import { type AnyRouter, getErrorShape, type TRPCError } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { recordDirectly, recordingIn, recordingOf, type Unanswered } from './record-fast-path.ts';
import { appRouter } from './router.ts';
import { MAX_BATCH, toTrpcError } from './trpc.ts';

export type { AppRouter } from './router.ts';
export { appRouter, routerOf } from './router.ts';

/**
 * Answers requests below `/trpc`. `router` defaults to the product's.
 *
 * Mutations that record take a short way past tRPC (`record-fast-path.ts`); everything else goes through its own
 * handler, with the body rules, the status of failures and the headers that all surfaces share.
 */
export function createTrpc(
  service: Service,
  router: AnyRouter = appRouter,
): (request: Request, exchange: Exchange) => Promise<Response> {
  const recording = recordingOf(router);
  return async (request, exchange) => {
    const caller = await identified(exchange);
    // A refused caller gets that error first, whatever else is wrong with the call.
    if ('refusal' in caller) return answer({ ...caller, exchange }, { router, request });
    const { call } = caller;
    if (request.method === 'POST' && !isJsonType(exchange.header?.('content-type')))
      return answer({ refusal: notJson(), call, exchange }, { router, request });
    const operation = recordingIn(request, exchange, recording);
    if (!operation) return answer({ service, call, exchange }, { router, request });
    const answered = await recordDirectly({ service, call, exchange }, operation);
    return answered instanceof Response ? answered : answer(answered, { router, request });
  };
}

/**
 * The error of a request that tRPC never saw, such as one that a stopping gateway refuses. Clients apply it to each
 * call of a batch.
 */
export function trpcFailure(error: OutturnError, pathname: string) {
  const config = appRouter._def._config;
  const path = pathname.slice('/trpc/'.length);
  const wrapped = toTrpcError(error);
  return {
    error: getErrorShape({ config, error: wrapped, type: 'unknown', path, input: undefined, ctx: undefined }),
  };
}

/** A request that tRPC must answer with an error. Without a `call`, the caller is unknown. */
type Refused = { refusal: OutturnError; call?: CallContext; exchange: Exchange };

async function answer(
  asked: Unanswered | Refused,
  { router, request }: { router: AnyRouter; request: Request },
): Promise<Response> {
  const { exchange } = asked;
  const { headers } = exchange;
  const charge = asked.call && chargeAtLeastOnce(asked.call);
  let isStream = false;
  const response = await fetchRequestHandler({
    endpoint: '/trpc',
    req: bounded(request, exchange, 'refusal' in asked),
    router,
    maxBatchSize: MAX_BATCH,
    // The client sends a query by POST if it is too long for a URL.
    allowMethodOverride: true,
    createContext({ info }) {
      if ('refusal' in asked) throw toTrpcError(asked.refusal);
      const { service, call } = asked;
      const hasMutation = info.calls.some(({ procedure }) => procedure?._def.type === 'mutation');
      // One key stands for one write. The typed client sends each mutation alone, so only other clients come here.
      if (hasMutation && info.calls.length > 1 && keyOf(call) !== undefined)
        throw toTrpcError(manyMutations());
      return { service, call, answer: { replayed: false, done: false, retryAfter: 0 } };
    },
    responseMeta({ ctx, info, errors, eagerGeneration }) {
      // True for event streams and for batches that are streamed: tRPC then asks for the headers before it has the
      // answer.
      isStream = eagerGeneration;
      const failure = failureOf(errors, info?.calls.length);
      return {
        ...(failure && { status: failure.status }),
        headers: {
          ...headers,
          ...(ctx?.answer.replayed && !ctx.answer.done && { 'Idempotent-Replayed': 'true' }),
          ...retryAfter(errors, failure?.retryAfter ?? ctx?.answer.retryAfter),
        },
      };
    },
  });
  // Set here and not in `responseMeta`, whose headers tRPC would append to its own.
  if (isStream) for (const [name, value] of Object.entries(streamHeaders)) response.headers.set(name, value);
  if (response.status >= 400) {
    await charge?.();
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    // tRPC sends no content type where it cannot tell which calls were meant.
    if (!response.headers.get('content-type')?.includes('json')) {
      response.headers.set('Content-Type', 'application/json');
    }
  }
  return response;
}

/**
 * The failure of a batch in which every call has failed and a retry may help: the answer then has its status. tRPC
 * would answer calls with different statuses by 207.
 */
function failureOf(errors: readonly TRPCError[], calls = 1): OutturnError | undefined {
  if (calls === 1 || errors.length < calls) return undefined;
  return passingFailureOf(errors.flatMap(({ cause }) => (cause instanceof OutturnError ? [cause] : [])));
}

/** The longest wait of the calls in a batch. */
function retryAfter(errors: readonly TRPCError[], ofItems = 0): Record<string, string> {
  const waits = errors.map(({ cause }) => (cause instanceof OutturnError ? (cause.retryAfter ?? 0) : 0));
  const longest = Math.max(ofItems, ...waits);
  return longest > 0 ? { 'Retry-After': String(longest) } : {};
}

function manyMutations(): OutturnError {
  return new OutturnError('Invalid Request', {
    message: 'One idempotency key cannot stand for several mutations. Send them in separate requests.',
  });
}

/**
 * Replaces the body of a request, so that tRPC reads it by the rules that all surfaces share: a limit on its length,
 * and the check that its JSON is quick to parse. tRPC reads JSON by `text` alone, and Outturn passes it no other
 * body. A refused caller has its body replaced by an empty one, so that nothing of it is read.
 */
function bounded(request: Request, { readText }: Exchange, isRefused: boolean): Request {
  if (request.method !== 'POST') return request;
  if (isRefused) {
    return new Request(request.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
  }
  const text = async () => {
    try {
      const body = await readText(bodyLimits.batch);
      checkJson(body);
      return body;
    } catch (error) {
      throw toTrpcError(toOutturnError(error));
    }
  };
  return new Proxy(request, {
    get(target, property) {
      if (property === 'text') return text;
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function keyOf({ idempotencyKey }: CallContext): string | undefined {
  try {
    return idempotencyKey?.();
  } catch (error) {
    throw toTrpcError(toOutturnError(error));
  }
}
