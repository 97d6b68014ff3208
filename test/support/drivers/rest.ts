import type { ErrorDetail, Revenue } from '@outturn/service';
import { type Connect, type Correction, type Failure, parse, type Result } from './driver.ts';
import { type Answer, isReplay, send } from './http.ts';

type WireError = { code: string; message: string; status: number; details?: ErrorDetail[] };

/** REST `/v1`. */
export const connectRest: Connect = (url, token) => {
  const revenues = `${url}/v1/revenues`;
  return {
    record: async (input, call) =>
      toResult<Revenue>(await send(revenues, { token, ...call, body: JSON.stringify(input) })),
    correct: async ({ id, ...input }, call) =>
      toResult<Correction>(
        await send(`${revenues}/${id}/corrections`, { token, ...call, body: JSON.stringify(input) }),
      ),
    refund: async ({ id, ...input }, call) =>
      toResult<Revenue>(
        await send(`${revenues}/${id}/refunds`, { token, ...call, body: JSON.stringify(input) }),
      ),
    async list(input = {}, call) {
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(input)) query.set(name, String(value));
      const answer = await send(`${revenues}?${query}`, { token, ...call });
      const result = toResult<Revenue[]>(answer);
      return result.ok
        ? { ...result, value: { items: result.value, nextCursor: nextCursor(answer.headers) } }
        : result;
    },
    get: async (id, call) =>
      toResult<Revenue>(await send(`${revenues}/${encodeURIComponent(String(id))}`, { token, ...call })),
    callUnknown: async (call) => toResult(await send(`${url}/v1/nothing`, { token, ...call })),
    recordText: async (body, call) => toResult(await send(revenues, { token, ...call, body })),
  };
};

function toResult<T>(answer: Answer): Result<T> {
  if (answer.status < 300)
    return { ok: true, value: parse<T>(answer.text), replayed: isReplay(answer.headers) };
  return toFailure(answer);
}

function toFailure({ status, text }: Answer): Failure {
  const { code, message, details } = parse<WireError>(text);
  return { ok: false, code, message, status, details };
}

function nextCursor(headers: Headers): string | null {
  const target = headers.get('link')?.match(/^<([^>]+)>; rel="next"$/)?.[1];
  return target === undefined ? null : new URL(target, 'http://host').searchParams.get('cursor');
}
