import { type CallContext, OutturnError, type Service } from '@outturn/service';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { appRouter } from './router.ts';
import { toTrpcError } from './trpc.ts';

export type { AppRouter } from './router.ts';
export { appRouter };

/** At most this many calls in one HTTP batch. */
const MAX_BATCH = 50;

/** The tRPC surface: answers a request below `/trpc`. */
export function createTrpc(service: Service): (request: Request, call: CallContext) => Promise<Response> {
  return (request, call) =>
    fetchRequestHandler({
      endpoint: '/trpc',
      req: request,
      router: appRouter,
      maxBatchSize: MAX_BATCH,
      createContext({ info }) {
        const hasMutation = info.calls.some(({ procedure }) => procedure?._def.type === 'mutation');
        // One key names one write; the typed client sends mutations one by one.
        if (call.idempotencyKey !== undefined && hasMutation && info.calls.length > 1) {
          throw toTrpcError(manyMutations());
        }
        return { service, call, answer: { replayed: false } };
      },
      responseMeta: ({ ctx }) => (ctx?.answer.replayed ? { headers: { 'Idempotent-Replayed': 'true' } } : {}),
    });
}

function manyMutations(): OutturnError {
  return new OutturnError('Invalid Request', {
    message: 'One idempotency key cannot stand for several mutations. Send them in separate requests.',
  });
}
