import { send } from '../support/drivers/http.ts';

/** A scripted client of MCP, as models use it: without a library, so that tests see what the server sends. */

export const revisions = ['2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof revisions)[number];

export type Reply = {
  status: number;
  headers: Headers;
  /** The message of JSON-RPC; undefined for an empty answer. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every method.
  message: any;
};

export type ToolAnswer = {
  isError: boolean;
  text: string;
  /** What the tool found; undefined for a refusal. */
  // biome-ignore lint/suspicious/noExplicitAny: each tool has an answer of its own.
  result: any;
  replayed: boolean;
};

const prefix = 'io.modelcontextprotocol/';

export function connectMcp(url: string, token: string | null, revision: Revision = '2026-07-28') {
  let lastId = 0;

  async function post(body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const answer = await send(`${url}/mcp`, {
      token,
      headers: { accept: 'application/json, text/event-stream', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: answer.status, headers: answer.headers, message: messageOf(answer.text) };
  }

  async function request(method: string, params: Record<string, unknown> = {}): Promise<Reply> {
    const id = ++lastId;
    if (revision === '2025-11-25')
      return post({ jsonrpc: '2.0', id, method, params }, { 'mcp-protocol-version': revision });
    const _meta = {
      [`${prefix}protocolVersion`]: revision,
      [`${prefix}clientInfo`]: { name: 'scripted', version: '1.0.0' },
      [`${prefix}clientCapabilities`]: {},
    };
    const name = params.name ?? params.uri;
    return post(
      { jsonrpc: '2.0', id, method, params: { ...params, _meta } },
      {
        'mcp-protocol-version': revision,
        'mcp-method': method,
        ...(name !== undefined && { 'mcp-name': String(name) }),
      },
    );
  }

  async function call(name: string, input: Record<string, unknown> = {}): Promise<ToolAnswer> {
    const { message, status } = await request('tools/call', { name, arguments: input });
    if (!message?.result) throw new Error(`${status} ${JSON.stringify(message)}`);
    const { content, isError = false } = message.result;
    const text: string = content[0].text;
    const { result, replayed = false } = isError ? {} : JSON.parse(text);
    return { isError, text, result, replayed };
  }

  return { post, request, call };
}

/** Answers of the older revision are streams of one event. */
function messageOf(text: string): unknown {
  if (text === '') return undefined;
  const data = text.split('\n').find((line) => line.startsWith('data: '));
  return JSON.parse(data?.slice('data: '.length) ?? text);
}
