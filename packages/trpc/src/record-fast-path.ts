import { bodyLimits, type CallContext, type Exchange, type Operation, type Service } from '@outturn/service';
import type { AnyProcedure, AnyRouter } from '@trpc/server';
import type { ProcedureMeta } from './trpc.ts';

export type Unanswered = { service: Service; call: CallContext; exchange: Exchange };

const ENDPOINT = '/trpc/';

type Recording = ReadonlyMap<string, Operation>;

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

/**
 * Answers single recording mutations as tRPC would, at half the cost, as records are JSON text already. tRPC handles all
 * else, errors included, without repeating what was read or tried here.
 */
export async function recordDirectly(
  unanswered: Unanswered,
  { request, recording }: { request: Request; recording: Recording },
): Promise<Response | Unanswered> {
  const { service, call, exchange } = unanswered;
  const path = request.url.slice(request.url.indexOf(ENDPOINT) + ENDPOINT.length);
  const operation = request.method === 'POST' ? recording.get(path) : undefined;
  if (!operation || mayBeStream(exchange)) return unanswered;
  const reading = exchange.readText(bodyLimits.batch);
  const read = { ...unanswered, exchange: { ...exchange, readText: () => reading } };
  const input = await reading.then(parse, () => undefined);
  if (input === undefined) return read;
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
    // The call was charged already.
    const { admit: _, ...charged } = call;
    const told: Service = { ...service, execute: () => Promise.reject(error) };
    return { ...read, service: told, call: charged };
  }
}

function mayBeStream({ header }: Exchange): boolean {
  const accepted = header?.('trpc-accept') ?? header?.('accept') ?? '';
  return accepted.includes('jsonl');
}

/** Undefined if not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
