import {
  bodyLimits,
  type CallContext,
  chargeAtLeastOnce,
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
import { recordDirectly, recordingOf, type Unanswered } from './record-fast-path.ts';
import { appRouter } from './router.ts';
import { MAX_BATCH, toTrpcError } from './trpc.ts';

export { recordRouter } from './group-routers.ts';
export type { AppRouter } from './router.ts';
export { appRouter, routerWith } from './router.ts';

/** Answers requests below `/trpc`. `router` defaults to the product's. */
export function createTrpc(
  service: Service,
  router: AnyRouter = appRouter,
): (request: Request, exchange: Exchange) => Promise<Response> {
  const recording = recordingOf(router);
  return async (request, exchange) => {
    const caller = await identified(exchange);
    // Reports a refused caller before faults of the call.
    if ('refusal' in caller) return answer({ ...caller, exchange }, { router, request });
    const { call } = caller;
    if (request.method === 'POST' && !isJsonType(exchange.header?.('content-type')))
      return answer({ refusal: notJson(), call, exchange }, { router, request });
    const answered = await recordDirectly({ service, call, exchange }, { request, recording });
    return answered instanceof Response ? answered : answer(answered, { router, request });
  };
}

/** For a request that tRPC never saw; clients apply it to each call of a batch. */
export function trpcFailure(error: OutturnError, pathname: string) {
  const config = appRouter._def._config;
  const path = pathname.slice('/trpc/'.length);
  const wrapped = toTrpcError(error);
  return {
    error: getErrorShape({ config, error: wrapped, type: 'unknown', path, input: undefined, ctx: undefined }),
  };
}

/** The caller may be unknown. */
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
    // Queries that are too long for a URL are sent by POST.
    allowMethodOverride: true,
    createContext({ info }) {
      if ('refusal' in asked) throw toTrpcError(asked.refusal);
      const { service, call } = asked;
      const hasMutation = info.calls.some(({ procedure }) => procedure?._def.type === 'mutation');
      // One key names one write. The typed client sends each mutation alone.
      if (hasMutation && info.calls.length > 1 && keyOf(call) !== undefined)
        throw toTrpcError(manyMutations());
      return { service, call, answer: { replayed: false, done: false, retryAfter: 0 } };
    },
    responseMeta({ ctx, info, errors, eagerGeneration }) {
      // Event streams and streamed batches.
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
  // Set here, as tRPC appends to its own.
  if (isStream) for (const [name, value] of Object.entries(streamHeaders)) response.headers.set(name, value);
  if (response.status >= 400) {
    await charge?.();
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    // tRPC omits the content type where it cannot tell which calls were meant.
    if (!response.headers.get('content-type')?.includes('json')) {
      response.headers.set('Content-Type', 'application/json');
    }
  }
  return response;
}

/** For a batch in which every call failed and a retry may help. tRPC would answer different statuses with 207. */
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
 * Applies the body rules of all surfaces. tRPC reads JSON by `text` alone, and gets no other body, nor one of a refused
 * caller.
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
  const text = () =>
    readText(bodyLimits.batch).catch((error: unknown) => {
      throw toTrpcError(toOutturnError(error));
    });
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
