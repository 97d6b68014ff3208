import type { HttpBindings } from '@hono/node-server';
import { graphiqlPage, graphiqlPolicy, graphiqlScript } from '@outturn/graphql';
import { Hono, type HonoRequest } from 'hono';
import type { ReadSession } from './caller/session.ts';
import { once } from './static/once.ts';
import { StaticContent } from './static/static-content.ts';

export function asksForGraphiql(request: HonoRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && (request.header('accept')?.includes('text/html') ?? false);
}

export function graphiqlRoutes(readSession: ReadSession | undefined): Hono<{ Bindings: HttpBindings }> {
  const routes = new Hono<{ Bindings: HttpBindings }>();
  const contents = once(makeContents);
  routes.get('/graphql', async (c) => {
    const session = await readSession?.(c.env.incoming);
    const isSignedIn = session !== undefined && 'principal' in session;
    const { signedIn, withKey } = await contents();
    return (isSignedIn ? signedIn : withKey).answer(c);
  });
  routes.get(`${SCRIPTS}:name`, async (c, next) => {
    const { path, script } = await contents();
    return c.req.path === path ? script.answer(c) : next();
  });
  return routes;
}

const SCRIPTS = '/graphql/';

async function makeContents() {
  const text = Buffer.from(await graphiqlScript());
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', text));
  const path = `${SCRIPTS}graphiql-${hash.toString('base64url').slice(0, 22)}.js`;
  const integrity = `sha256-${hash.toString('base64')}`;
  const script = new StaticContent({
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
    make: () => text,
  });
  const page = (isSignedIn: boolean) =>
    new StaticContent({
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'private, no-cache',
        'Content-Security-Policy': graphiqlPolicy(integrity),
        Vary: 'Accept, Cookie',
      },
      make: () => graphiqlPage({ isSignedIn, script: path, integrity }),
    });
  return { path, script, signedIn: page(true), withKey: page(false) };
}
