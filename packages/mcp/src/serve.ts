import {
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
} from '@modelcontextprotocol/server';
import {
  type CallContext,
  hasScope,
  invalidRequest,
  OutturnError,
  parseIdempotencyKey,
  RenderedPage,
  type Service,
  toOutturnError,
} from '@outturn/service';
import { answerText, Page, refusalText } from './answer.ts';
import type { Run, Tool } from './declare.ts';
import { tools as ownTools } from './tools.ts';

export type ServeOptions = {
  service: Service;
  version: string;
  /** Pages of Markdown, which clients read as resources. */
  guides: readonly { uri: string; name: string; description: string; read: () => Promise<string> }[];
  /** Receives faults of our own, which callers see as `Server Error`. */
  onUnexpectedError: (error: unknown) => void;
  /** Default: the product's. */
  tools?: readonly Tool[];
};

type Served = ServeOptions & { call: CallContext };

const instructions =
  'Outturn records what AI agents are worth: revenue, outcomes (value), goals and events (costs) of agents, customers and sessions. Call ask_analytics for sums and comparisons; list_records and get_session for single records. Amounts are decimal strings in USD, times are in UTC.';

/** Serves one message of any revision of the protocol, by a server that lives for it alone: there are no sessions. */
export async function serve(request: Request, message: unknown, served: Served) {
  const handler = createMcpHandler(() => serverFor(served), { maxSubscriptions: 0 });
  const response = await handler.fetch(request, { parsedBody: message });
  // At the end of the body the operation has charged the call, and the headers of the exchange say what is left.
  const body = (await response.text()) || null;
  return { body, status: response.status, headers: Object.fromEntries(response.headers) };
}

/** The low-level server, because operations validate. */
function serverFor(served: Served): Server {
  const { version, guides, onUnexpectedError, tools = ownTools } = served;
  const options = { capabilities: { tools: {}, resources: {} }, instructions, jsonSchemaValidator };
  const server = new Server({ name: 'outturn', version }, options);
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(({ declaration }) => declaration) }));
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: input = {} } }) => {
    const tool = tools.find(({ declaration }) => declaration.name === name);
    if (!tool)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name.slice(0, 100)}.`);
    try {
      return { content: [{ type: 'text', text: await answerOf(tool, input, served) }] };
    } catch (cause) {
      if (!(cause instanceof OutturnError)) onUnexpectedError(cause);
      const text = refusalText(toOutturnError(cause), tool.fieldOf);
      return { content: [{ type: 'text', text }], isError: true };
    }
  });
  const mimeType = 'text/markdown';
  server.setRequestHandler('resources/list', () => ({
    resources: guides.map(({ read: _, ...guide }) => ({ ...guide, mimeType })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const guide = guides.find((one) => one.uri === uri);
    if (!guide) throw new ResourceNotFoundError(uri);
    const text = await guide.read().catch((cause: unknown) => {
      onUnexpectedError(cause);
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'Server Error');
    });
    return { contents: [{ uri, mimeType, text }] };
  });
  return server;
}

/** Nothing is validated by it; the default would compile a validator for every message. */
const jsonSchemaValidator = {
  getValidator() {
    throw new Error('This server validates no schemas.');
  },
};

async function answerOf(
  { declaration, answer }: Tool,
  { idempotencyKey, ...input }: Record<string, unknown>,
  { service, call }: Served,
): Promise<string> {
  const isRead = declaration.annotations.readOnlyHint;
  const context = { ...call, idempotencyKey: () => (isRead ? undefined : requiredKey(idempotencyKey)) };
  const run: Run = async (operation, toInput) => {
    // The operation refuses a caller without the scope, so its input is not read.
    const sent = hasScope(call.principal, operation.scope) ? toInput() : undefined;
    const { output, replayed } = await service.execute(operation, context, sent);
    if (!(output instanceof RenderedPage)) return { value: output.value, replayed };
    const { items, cursorAt, nextCursor } = output;
    return { value: new Page({ items: items.value, cursorAt, hasMore: nextCursor !== null }) };
  };
  const { value, replayed } = await answer(input, run);
  return answerText(value, replayed);
}

/** Throws `Invalid Request`. */
function requiredKey(key: unknown): string {
  if (key !== undefined) return parseIdempotencyKey(key);
  throw invalidRequest([
    { field: 'idempotencyKey', message: 'is required: one key for each intended record' },
  ]);
}
