import { bodyLimits, type Exchange, OutturnError, type Service, toOutturnError } from '@outturn/service';
import type { TRPCError } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { appRouter } from './router.ts';
import { toTrpcError } from './trpc.ts';

export type { AppRouter } from './router.ts';
export { appRouter };

/** At most this many calls in one HTTP batch. */
const MAX_BATCH = 50;

/** The tRPC surface: answers a request below `/trpc`. */
export function createTrpc(service: Service): (request: Request, exchange: Exchange) => Promise<Response> {
  return (request, exchange) => {
    const { call, headers } = exchange;
    return fetchRequestHandler({
      endpoint: '/trpc',
      req: bounded(request, exchange),
      router: appRouter,
      maxBatchSize: MAX_BATCH,
      createContext({ info }) {
        if (call.principal instanceof OutturnError) throw toTrpcError(call.principal);
        const hasMutation = info.calls.some(({ procedure }) => procedure?._def.type === 'mutation');
        // One key names one write; the typed client sends mutations one by one.
        if (call.idempotencyKey !== undefined && hasMutation && info.calls.length > 1) {
          throw toTrpcError(manyMutations());
        }
        return { service, call, answer: { replayed: false } };
      },
      responseMeta: ({ ctx, errors }) => ({
        headers: {
          ...headers,
          ...(ctx?.answer.replayed && { 'Idempotent-Replayed': 'true' }),
          ...retryAfter(errors),
        },
      }),
    });
  };
}

/** When to come back: the latest of what the calls of an HTTP batch were told. */
function retryAfter(errors: readonly TRPCError[]): Record<string, string> {
  const waits = errors.map(({ cause }) => (cause instanceof OutturnError ? (cause.retryAfter ?? 0) : 0));
  const longest = Math.max(0, ...waits);
  return longest > 0 ? { 'Retry-After': String(longest) } : {};
}

function manyMutations(): OutturnError {
  return new OutturnError('Invalid Request', {
    message: 'One idempotency key cannot stand for several mutations. Send them in separate requests.',
  });
}

/** The request with the body rules of all surfaces; tRPC reads bodies through `text` alone. */
function bounded(request: Request, { call, readText }: Exchange): Request {
  if (request.method !== 'POST') return request;
  // Nothing that a stranger sends is looked at: who calls is told before what is wrong with the call.
  if (call.principal instanceof OutturnError) {
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
