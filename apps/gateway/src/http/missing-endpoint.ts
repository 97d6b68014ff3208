import { sendError, sentPath } from '@outturn/rest';
import { OutturnError } from '@outturn/service';
import type { Context, Hono } from 'hono';
import { METHOD_NAME_ALL } from 'hono/router';
import { TrieRouter } from 'hono/router/trie-router';
import type { GatewayEnv } from './caller/open-exchange.ts';

type AnswerMissing = (c: Context<GatewayEnv>) => Response;

/** Answers 404. If the path has endpoints with other methods, `Allow` and the message name these. */
export function missingEndpoint(app: Hono<GatewayEnv>): AnswerMissing {
  const router = new TrieRouter<string>();
  for (const { method, path } of app.routes)
    if (method !== METHOD_NAME_ALL) router.add(METHOD_NAME_ALL, path, method);
  return (c) => {
    const [matches] = router.match(c.req.method, c.req.path);
    const allowed = inOrder(matches.map(([method]) => String(method))).join(', ');
    const message = messageFor(c, allowed);
    const answer = sendError(c, new OutturnError('Not Found', { message }));
    if (allowed !== '') answer.headers.set('Allow', allowed);
    return answer;
  };
}

/** Hono answers HEAD wherever it answers GET. */
function inOrder(methods: readonly string[]): string[] {
  const all = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
  return [...new Set(all)].sort();
}

function messageFor({ req }: Context<GatewayEnv>, allowed: string): string {
  const path = sentPath(req.url);
  if (allowed !== '') return `There is no endpoint ${req.method} ${path}. Allowed methods: ${allowed}.`;
  const isApi = /^\/v1(\/|$)/.test(req.path);
  return isApi ? `There is no endpoint ${req.method} ${path}.` : `There is nothing at ${path}.`;
}
