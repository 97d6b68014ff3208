import type { CallContext } from '../base/call-context.ts';
import { OutturnError } from '../base/errors.ts';

/** The memory of its bytes is counted until it is released. */
export type HeldBody = { readonly bytes: Buffer; release(): void };

export type UnreadableBody = 'too large' | 'unknown encoding' | 'broken';

export type Exchange = {
  /** Synchronous for cached callers. Throws or rejects with the refusal. */
  identify(): CallContext | Promise<CallContext>;
  /** `name` is in lower case. Absent without an HTTP request. */
  header?(name: string): string | undefined;
  /** Rejects with `Invalid Request` past `limit` bytes, `Invalid JSON` for malformed UTF-8. */
  readText(limit: number): Promise<string>;
  /** Reads a body of bytes, decompressed if need be; or says why it cannot. `limit` counts decompressed bytes. */
  readBytes?(limit: number): Promise<HeldBody | UnreadableBody>;
  /** A plain object keeps Node.js on its fast path. */
  headers: Record<string, string>;
};

/** Keeps caches, compressing proxies and the buffers of nginx away from an answer that is sent in parts. */
export const streamHeaders = { 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' };

/** For surfaces with refusals of their own form. */
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

/** Charges one call if no operation did. Await the result after the response; it never rejects. */
export function chargeAtLeastOnce(call: CallContext): () => Promise<void> {
  const { admit } = call;
  if (!admit) return async () => undefined;
  let isCharged = false;
  call.admit = (cost, whole) => {
    isCharged = true;
    return admit(cost, whole);
  };
  return async () => {
    if (isCharged) return;
    try {
      await admit(1);
    } catch {}
  };
}

/** JSON in UTF-8, the only charset that it has between systems (RFC 8259, section 8.1). */
export function isJsonType(contentType: string | null | undefined): boolean {
  const [isJson, parameters = ''] = /^application\/json *(?:;(.*))?$/i.exec(contentType ?? '') ?? [];
  const [, charset = 'utf-8'] = /(?:^|;) *charset *= *"?([^";\s]*)/i.exec(parameters) ?? [];
  return isJson !== undefined && /^utf-?8$/i.test(charset);
}

export function notJson(): OutturnError {
  return new OutturnError('Invalid Request', {
    message: 'The body must be JSON in UTF-8, sent with the header Content-Type: application/json.',
  });
}

/** In bytes. */
export const bodyLimits = {
  single: 1024 ** 2,
  batch: 8 * 1024 ** 2,
  document: 256 * 1024,
};
