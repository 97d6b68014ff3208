import { parse } from './driver.ts';
import { send } from './http.ts';

/** JSON of any shape. */
type Json = ReturnType<typeof JSON.parse>;
export type RestAnswer = { status: number; body: Json; headers: Headers };

/** Calls of one caller: `method`, then the path below `/v1`, then the body. */
export function restOf(gateway: { url: string }, token: () => string) {
  return async (
    method: string,
    path: string,
    body?: unknown,
    idempotencyKey?: string,
  ): Promise<RestAnswer> => {
    const { status, text, headers } = await send(`${gateway.url}/v1/${path}`, {
      token: token(),
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
    return { status, headers, body: text === '' ? undefined : parse(text) };
  };
}
