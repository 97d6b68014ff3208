import { errorCatalogue } from '@outturn/service';
import { instant } from '../drivers/samples.ts';

/** A request and its answer. */
export type Exchange = { path: string; sent: string; status: number; headers: string; text: string };

/** Internals that no answer may contain: SQL, tables, stacks, files, libraries, versions. */
const internal =
  /select |insert |relation |constraint|violates|syntax error at or near|postgres|kysely|mikro|hono|pothos|graphql-js|graphql-yoga|zod|better-auth|node_modules|node:internal|\.[cm]?[jt]s\b|\bat \S+:\d+|\/work\/|\/home\/|v\d+\.\d+\.\d+/gi;

/** The faults of an answer; empty when there are none. */
export function faultsOf(exchange: Exchange): string[] {
  return [...statusFaults(exchange), ...leaks(exchange), ...shapeFaults(exchange)];
}

function statusFaults({ status }: Exchange): string[] {
  return status >= 500 || status < 100 ? [`status ${status}`] : [];
}

/** Searches headers and error messages, where a message may repeat what the caller sent. */
function leaks({ sent, headers, text, status }: Exchange): string[] {
  // Cursors are random letters, which contain any word at some time.
  const said = `${headers.replace(/cursor=[^&>]*/g, '')}\n${status >= 400 ? text : errorsIn(text)}`;
  const own = decoded(sent).toLowerCase();
  return [...new Set(said.match(internal) ?? [])]
    .filter((found) => !own.includes(found.toLowerCase().trim()))
    .map((found) => `tells "${found}"`);
}

/** The five fields of the spec, with `details` beside them where fields are wrong. */
function shapeFaults({ path, status, text }: Exchange): string[] {
  if (status < 400 || !/^\/v1(\/|$|\?)/.test(path) || text === '') return [];
  return isFiveFields(text, status) ? [] : [`not the error object: ${status} ${text.slice(0, 300)}`];
}

/** Whether a text is the error object of REST. */
export function isFiveFields(text: string, status: number): boolean {
  const error = parsed(text);
  if (typeof error !== 'object' || error === null) return false;
  const {
    code,
    message,
    path,
    status: told,
    timestamp,
    details,
    ...others
  } = error as Record<string, unknown>;
  return (
    String(code) in errorCatalogue &&
    typeof message === 'string' &&
    /^\S+ \//.test(String(path)) &&
    told === status &&
    instant.test(String(timestamp)) &&
    (details === undefined || Array.isArray(details)) &&
    Object.keys(others).length === 0
  );
}

function errorsIn(text: string): string {
  const answer = parsed(text);
  const { errors, error } = (answer ?? {}) as { errors?: unknown; error?: unknown };
  return JSON.stringify([errors, error]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The sent text and its meaning, with percent signs and JSON escapes decoded. */
function decoded(sent: string): string {
  const plain = sent.replace(/%[0-9a-f]{2}/gi, (code) =>
    String.fromCharCode(Number.parseInt(code.slice(1), 16)),
  );
  return `${sent}\n${plain}\n${plain.replace(/\\u([0-9a-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))}`;
}
