import {
  bodyLimits,
  chargeAtLeastOnce,
  type Exchange,
  isJsonType,
  notJson,
  OutturnError,
  parseJson,
  toOutturnError,
} from '@outturn/service';
import { refusalText } from './answer.ts';
import type { ServeOptions } from './serve.ts';

/** Answers the requests of MCP over HTTP, each of which has one message. `foreign` refuses a page of another origin. */
export function createMcp(options: ServeOptions) {
  return async (request: Request, exchange: Exchange, foreign?: OutturnError): Promise<Response> => {
    try {
      if (foreign) throw foreign;
      const call = await exchange.identify();
      const charge = chargeAtLeastOnce(call);
      // Loaded on demand, because the library takes memory that gateways without agents need not have.
      const answering = readMessage(exchange).then(async (message) =>
        (await import('./serve.ts')).serve(request, message, { ...options, call }),
      );
      const { body, status, headers } = await answering.finally(charge);
      return new Response(body, { status, headers: { ...headers, ...exchange.headers } });
    } catch (cause) {
      if (!(cause instanceof OutturnError)) options.onUnexpectedError(cause);
      return refuse(toOutturnError(cause), exchange.headers);
    }
  };
}

/** The answer to other methods than POST: there are no sessions, and no streams. */
export function refuseMcpMethod(): Response {
  const error = new OutturnError('Invalid Request', { message: 'MCP takes POST alone.' });
  return refuse(error, { Allow: 'POST' }, 405);
}

async function readMessage({ header, readText }: Exchange): Promise<unknown> {
  if (!isJsonType(header?.('content-type'))) throw notJson();
  const message = parseJson(await readText(bodyLimits.single));
  if (!Array.isArray(message)) return message;
  throw new OutturnError('Invalid Request', { message: 'Send one message at a time: there are no batches.' });
}

/** Codes of JSON-RPC; the last is for errors of servers. */
const codes: Readonly<Record<string, number>> = { 'Invalid JSON': -32700, 'Invalid Request': -32600 };
const SERVER_ERROR = -32000;

function refuse(error: OutturnError, headers: Record<string, string>, status = error.status): Response {
  const told = { code: codes[error.code] ?? SERVER_ERROR, message: refusalText(error) };
  return Response.json(
    { jsonrpc: '2.0', id: null, error: told },
    {
      status,
      headers: {
        ...headers,
        ...(error.retryAfter !== undefined && { 'Retry-After': String(error.retryAfter) }),
        ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
      },
    },
  );
}
