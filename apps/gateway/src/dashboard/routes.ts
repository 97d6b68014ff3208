import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono, type Next } from 'hono';
import type { DashboardFiles } from './build.ts';
import { missingPage } from './missing-page.ts';

/** Where the dashboard's own router decides what to show. Elsewhere, only who asks for a page gets one. */
const clientRoutes =
  /^\/((explore|records|agents|customers|goal-types|tools|sessions|reports|settings|sign-in|sign-up|claim)(\/.*)?)?$/;
/** Files beside the page. Told here, as a pattern in a route would keep Hono from its quickest router. */
const publicFile = /^\/[^/]+\.(svg|png|ico|txt|webmanifest)$/;
/** Of the API, which answers in its own form. */
const reserved = /^\/(v1|graphql|trpc|api|docs|healthz|readyz|metrics|assets)(\/|$)/;

type PageOptions = {
  /** The page links to GraphiQL only where it is served. */
  hasGraphiql: boolean;
};

/** The dashboard's built files: assets for ever, as their names change with their content; its page always anew. */
export function dashboardRoutes({ folder, isBuilding }: DashboardFiles, { hasGraphiql }: PageOptions): Hono {
  const routes = new Hono();
  // No root: it would have to be there already.
  const rewriteRequestPath = (asked: string) => `${folder}${asked}`;
  const files = serveStatic({ rewriteRequestPath, precompressed: true });
  const kept = (cacheControl: string) => async (c: Context, next: Next) => {
    const file: unknown = await files(c, next);
    if (!(file instanceof Response)) return;
    file.headers.set('Cache-Control', cacheControl);
    return file;
  };
  routes.get('/assets/*', kept('public, max-age=31536000, immutable'));
  const besidePages = kept('public, max-age=3600');
  routes.get('/*', (c, next) => (publicFile.test(c.req.path) ? besidePages(c, next) : next()));
  routes.get('/*', async (c, next) => {
    const { path: asked } = c.req;
    const wantsPage = c.req.header('accept')?.includes('text/html') ?? false;
    if (!clientRoutes.test(asked) && (reserved.test(asked) || !wantsPage)) return next();
    const built = await readFile(path.join(folder, 'index.html'), 'utf8').catch(() => undefined);
    if (built === undefined)
      return c.html(missingPage(isBuilding()), 503, { 'Content-Security-Policy': policy() });
    const html = built.replace(GRAPHIQL, hasGraphiql ? 'on' : 'off');
    return html.includes(NONCE) ? withNonce(c, html) : withTag(c, html);
  });
  return routes;
}

/** Stands in the page where it is told whether there is GraphiQL. */
const GRAPHIQL = '__GRAPHIQL__';

/** Stands in the page where its style elements get their nonce. */
const NONCE = '__CSP_NONCE__';

/** A page with a nonce is another one each time. */
function withNonce(c: Context, html: string) {
  const nonce = randomBytes(16).toString('base64');
  const headers = { 'Content-Security-Policy': policy(`'nonce-${nonce}'`), 'Cache-Control': 'no-store' };
  return c.html(html.replaceAll(NONCE, nonce), 200, headers);
}

function withTag(c: Context, html: string) {
  const tag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
  const headers = { 'Content-Security-Policy': policy(), 'Cache-Control': 'no-cache', ETag: tag };
  if (c.req.header('if-none-match')?.includes(tag)) return c.body(null, 304, headers);
  return c.html(html, 200, headers);
}

/** Nothing but what this server sends. Mantine writes its colours into style elements of its own. */
function policy(styles = "'unsafe-inline'"): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${styles}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
