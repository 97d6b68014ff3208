import type { CallContext } from '../base/call-context.ts';
import { OutturnError } from '../base/errors.ts';

/** What the server gives a surface with each request, beside the request itself. */
export type Exchange = {
  /**
   * Finds out who calls, at once where that is remembered. Throws or rejects with what the caller is refused for; `headers`
   * are those of that answer, too.
   */
  identify(): CallContext | Promise<CallContext>;
  /** A header of the request, by its name in lower case; absent where no HTTP request is behind the exchange. */
  header?(name: string): string | undefined;
  /** The body as text. Rejects with `Invalid Request` past `limit` bytes, and `Invalid JSON` for what is not UTF-8. */
  readText(limit: number): Promise<string>;
  /** Headers of the answer, whichever surface gives it. A plain object keeps the server on its quick path. */
  headers: Record<string, string>;
};

/** The call, or why its caller is refused, for surfaces whose answers to that are their own. */
export async function identified({
  identify,
}: Exchange): Promise<{ call: CallContext } | { refusal: OutturnError }> {
  try {
    return { call: await identify() };
  } catch (error) {
    if (!(error instanceof OutturnError)) throw error;
    return { refusal: error };
  }
}

/**
 * Whatever a request asks, it costs one, also if it comes to no operation, which is what charges a call. The returned function
 * is for when it is answered; what is answered is not refused for it.
 */
export function chargeAtLeastOnce(call: CallContext): () => Promise<void> {
  const { admit } = call;
  if (!admit) return async () => undefined;
  let isCharged = false;
  const noting: typeof admit = (cost, whole) => {
    isCharged = true;
    return admit(cost, whole);
  };
  call.admit = noting;
  return async () => {
    if (isCharged) return;
    try {
      await admit(1);
    } catch {}
  };
}

/** Whether a body is JSON, as its `Content-Type` says. */
export function isJsonType(contentType: string | null | undefined): boolean {
  return /^application\/json *(;|$)/i.test(contentType ?? '');
}

/** The answer to a body that is not JSON, on every surface. */
export function notJson(): OutturnError {
  return new OutturnError('Invalid Request', {
    message: 'The body must be JSON, sent with the header Content-Type: application/json.',
  });
}

/** Largest bodies, in bytes. */
export const bodyLimits = {
  /** One record or command. */
  single: 1024 ** 2,
  /** A batch of records, on any surface. */
  batch: 8 * 1024 ** 2,
  /** A GraphQL document with its variables. */
  document: 256 * 1024,
};
