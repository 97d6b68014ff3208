import diagnostics from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { decode, findInHead, findInText } from './find-in-text.ts';
import { keep } from './run-folder.ts';
import { note } from './used.ts';

/** The overlap of chunks that may split a secret, in bytes; longer secrets are not searched for. */
const CARRIED = 512;
/** How much of a body is kept, in bytes, because tests watch the memory of these processes. */
const HELD = 4096;
const MOST_OF_AN_ANSWER = 64 * 1024;

type Exchange = { request: IncomingMessage; response: ServerResponse };

/** Notes the secrets of every request to a server of this process, and keeps its error answers. */
export function watchRequests(): void {
  diagnostics.subscribe('http.server.request.start', (message) => {
    // The message of this channel in Node.js.
    const { request, response } = message as Exchange;
    note(findInHead(request.url ?? '', request.headers));
    const body = watchBody(request);
    watchAnswer(response, () => askedBy(request, body.beginning()));
  });
}

/** Observes a body as it arrives, whoever reads it. */
function watchBody(request: IncomingMessage): { beginning(): string } {
  const push = request.push.bind(request);
  let carried = '';
  let beginning = '';
  request.push = (chunk: Buffer | null, encoding) => {
    if (chunk !== null) {
      const text = carried + chunk.toString('latin1');
      note(findInText(text).map(({ kind, value }) => ({ kind, value: asUtf8(value) })));
      carried = copy(text.slice(-CARRIED));
      if (beginning.length < HELD) beginning += chunk.toString('latin1', 0, HELD);
    }
    return push(chunk, encoding);
  };
  return { beginning: () => asUtf8(beginning) };
}

/** Keeps errors, each on a line with the URL and body of its request, which it may repeat, unlike the headers. */
function watchAnswer(response: ServerResponse, asked: () => string): void {
  const see = (chunk: unknown) => {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return;
    const told = Buffer.from(chunk).toString('utf8', 0, MOST_OF_AN_ANSWER);
    if (response.statusCode < 400 && !/"errors?":/.test(told)) return;
    keep('answers', 'errors', `${[told, asked()].map(inOneLine).join('\0')}\n`);
  };
  response.write = new Proxy(response.write, seen(see));
  response.end = new Proxy(response.end, seen(see));
}

/** Passes calls on unchanged and observes their first argument. */
function seen<Called extends (...args: never[]) => unknown>(
  see: (argument: unknown) => void,
): ProxyHandler<Called> {
  return {
    apply(called, self, args) {
      see(args[0]);
      return Reflect.apply(called, self, args);
    },
  };
}

function askedBy({ url = '' }: IncomingMessage, body: string): string {
  return [url, decode(url), body, unescaped(body)].join(' ');
}

/** Without the escapes of JSON. */
const unescaped = (text: string) => text.replaceAll(/\\(["\\/])/g, '$1');

const inOneLine = (text: string) => text.replaceAll(/[\n\0]/g, ' ');

const asUtf8 = (latin1: string) => Buffer.from(latin1, 'latin1').toString('utf8');

/** A slice of a string keeps the whole in memory, a copy does not. */
const copy = (text: string) => Buffer.from(text, 'latin1').toString('latin1');
