import { reasonOf } from '@outturn/transport';
import type { Command } from 'commander';
import { z } from 'zod';
import { parseOrNull } from '../import/call-api.ts';
import { print, tell } from '../print.ts';
import { apiKeyOption, checkApiKey, urlOption } from './server-options.ts';

/** Milliseconds; no call of a tool takes as long. */
const REQUEST_TIMEOUT = 60_000;
/** A code of JSON-RPC for errors of servers. */
const SERVER_ERROR = -32000;
const REVISION = 'io.modelcontextprotocol/protocolVersion';

export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description(
      'connect a client of MCP, which starts this command, with a server: messages go in and out, one a line. See docs/mcp.md',
    )
    .addOption(urlOption())
    .addOption(apiKeyOption('needs the scopes of the tools that are called'))
    .action(({ url, apiKey }: { url: string; apiKey?: string }) =>
      forwardInput({ url: `${url}/mcp`, authorization: `Bearer ${checkApiKey(apiKey)}` }),
    );
}

type Server = { url: string; authorization: string };

/** Every line is a request of its own, so that a slow answer delays no other. */
async function forwardInput(server: Server): Promise<void> {
  const pending = new Set<Promise<void>>();
  process.stdin.setEncoding('utf8');
  for await (const line of linesOf(process.stdin)) {
    if (line.trim() === '') continue;
    const forwarded = forward(line, server).finally(() => pending.delete(forwarded));
    pending.add(forwarded);
  }
  await Promise.all(pending);
}

/** Texts of JSON may have the other characters at which `readline` ends a line. */
async function* linesOf(input: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of input) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}

const Message = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: z
    .looseObject({ name: z.unknown(), uri: z.unknown(), _meta: z.looseObject({}).optional() })
    .partial()
    .optional(),
});
type Message = z.output<typeof Message>;

async function forward(line: string, { url, authorization }: Server): Promise<void> {
  const sent = Message.safeParse(parseOrNull(line)).data ?? {};
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        ...headersOf(sent),
        Authorization: authorization,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: line,
      redirect: 'manual',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT),
    });
    const text = await response.text();
    // The older revisions are answered by a stream of events.
    const [, data = text] = /^data: (.*)$/m.exec(text) ?? [];
    const answer = parseOrNull(data);
    if (typeof answer === 'object' && answer !== null && 'jsonrpc' in answer) {
      // A request that is refused before it is read has no id in its answer.
      const { id = null } = sent;
      return await print(
        `${JSON.stringify('id' in answer && answer.id === null ? { ...answer, id } : answer)}\n`,
      );
    }
    // A notification is answered without a message.
    if (!response.ok) await fail(sent, `${url} answered ${response.status} ${response.statusText}`);
    else if (sent.id !== undefined)
      await fail(sent, `${url} answered without a message of MCP. Check that it is the address of Outturn.`);
  } catch (error) {
    await fail(sent, `${new URL(url).origin} cannot be reached (${reasonOf(error)})`);
  }
}

/** The later revisions repeat in headers what the message says. */
function headersOf({ method = '', params = {} }: Message): Record<string, string> {
  const revision = params._meta?.[REVISION];
  if (typeof revision !== 'string') return {};
  const name = params.name ?? params.uri;
  return {
    'MCP-Protocol-Version': revision,
    'Mcp-Method': method,
    ...(typeof name === 'string' && { 'Mcp-Name': name }),
  };
}

/** A notification has no answer. */
async function fail({ id }: Message, message: string): Promise<void> {
  tell(`${message}\n`);
  if (id === undefined) return;
  await print(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code: SERVER_ERROR, message } })}\n`);
}
