import {
  bodyLimits,
  type CallContext,
  type Exchange,
  hasScope,
  type Operation,
  OutturnError,
  parseJson,
  type Service,
} from '@outturn/service';
import type { AnyProcedure, AnyRouter } from '@trpc/server';
import type { ProcedureMeta } from './trpc.ts';

/** A request that tRPC must answer, with everything that was read of it. */
export type Unanswered = { service: Service; call: CallContext; exchange: Exchange };

const ENDPOINT = '/trpc/';

type Recording = ReadonlyMap<string, Operation>;

/** The operations that record, by the path of their procedure. */
export function recordingOf(router: AnyRouter): Recording {
  // tRPC keys procedures by their whole paths.
  const procedures: Record<string, AnyProcedure> = router._def.procedures;
  return new Map(
    Object.entries(procedures).flatMap(([path, { _def }]) => {
      const { operation } = (_def.meta ?? {}) as Partial<ProcedureMeta>;
      return operation?.kind.startsWith('record') ? [[path, operation]] : [];
    }),
  );
}

/** The operation of a request with one mutation that records; undefined for all other requests. */
export function recordingIn(
  { method, url }: Request,
  { header }: Exchange,
  recording: Recording,
): Operation | undefined {
  if (method !== 'POST') return undefined;
  // tRPC answers clients that accept JSON lines with a stream.
  const accepted = header?.('trpc-accept') ?? header?.('accept') ?? '';
  if (accepted.includes('jsonl')) return undefined;
  return recording.get(url.slice(url.indexOf(ENDPOINT) + ENDPOINT.length));
}

/**
 * Answers a request with one recording mutation as tRPC would, at half the cost: its output is JSON text already, and
 * tRPC would parse it into objects only to write it again.
 *
 * Errors are handed on to tRPC, in a form in which nothing happens twice: a body that was read stays read, a call that
 * was charged is not charged again, and an operation that has failed rejects with the same error.
 */
export async function recordDirectly(
  unanswered: Unanswered,
  operation: Operation,
): Promise<Response | Unanswered> {
  const { service, call, exchange } = unanswered;
  // The body of a caller without the scope is not read. The operation refuses the call.
  const mayRecord = hasScope(call.principal, operation.scope);
  const reading = mayRecord ? exchange.readText(bodyLimits.batch) : Promise.resolve('{}');
  const read = { ...unanswered, exchange: { ...exchange, readText: () => reading } };
  const text = await reading.catch(() => undefined);
  if (text === undefined) return read;
  let input: unknown;
  try {
    input = parseJson(text);
  } catch (error) {
    // tRPC finds the same in a short text, and need not scan and parse a large body again.
    if (text === '') return read;
    const isInvalid = error instanceof OutturnError && error.code === 'Invalid JSON';
    const readAgain = () => (isInvalid ? Promise.resolve('{') : Promise.reject(error));
    return { ...unanswered, exchange: { ...exchange, readText: readAgain } };
  }
  try {
    const { output, replayed, retryAfter } = await service.execute(operation, call, input ?? {});
    return new Response(`{"result":{"data":${output.text}}}`, {
      headers: {
        ...exchange.headers,
        ...(replayed && { 'Idempotent-Replayed': 'true' }),
        ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
        'Content-Type': 'application/json',
        Vary: 'trpc-accept, accept',
      },
    });
  } catch (error) {
    // The operation has charged the call already.
    const { admit: _, ...charged } = call;
    const told: Service = { ...service, execute: () => Promise.reject(error) };
    // tRPC tells the error whatever the input is, so that it need not parse a large body again.
    return { ...read, service: told, call: charged, exchange: { ...exchange, readText: async () => 'null' } };
  }
}
