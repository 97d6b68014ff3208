import { Hono } from 'hono';
import type { StaticContent } from '../static/static-content.ts';
import { StaticFiles } from '../static/static-files.ts';
import type { DashboardFiles } from './build.ts';
import { missingPage } from './missing-page.ts';

/** Where the dashboard's own router decides what to show. Elsewhere, only who asks for a page gets one. */
const clientRoutes =
  /^\/((explore|records|agents|customers|goal-types|tools|sessions|reports|settings|sign-in|sign-up|claim)(\/.*)?)?$/;
/** Files whose names change with their content. */
const asset = /^\/assets\/[\w-][\w.-]*$/;
/** Files beside the page. Told here, as a pattern in a route would keep Hono from its quickest router. */
const publicFile = /^\/[\w-][\w.-]*\.(svg|png|ico|txt|webmanifest)$/;
/** Of the API, which answers in its own form. */
const reserved = /^\/(v1|graphql|trpc|api|docs|healthz|readyz|metrics|assets)(\/|$)/;

type PageOptions = {
  /** The page links to GraphiQL only where it is served. */
  hasGraphiql: boolean;
};

/** The dashboard's built files: assets for ever, as their names change with their content; its page always anew. */
export function dashboardRoutes({ folder, isBuilding }: DashboardFiles, { hasGraphiql }: PageOptions): Hono {
  const routes = new Hono();
  const assets = new StaticFiles({
    folder,
    headers: { 'Cache-Control': 'public, max-age=31536000, immutable' },
  });
  const besidePages = new StaticFiles({ folder, headers: { 'Cache-Control': 'public, max-age=3600' } });
  const pages = new StaticFiles({
    folder,
    headers: { 'Cache-Control': 'no-cache', 'Content-Security-Policy': policy },
    edit: (html) => html.replace(GRAPHIQL, hasGraphiql ? 'on' : 'off'),
  });
  const fileAt = (path: string): Promise<StaticContent | undefined> | undefined => {
    if (asset.test(path)) return assets.find(path);
    return publicFile.test(path) ? besidePages.find(path) : undefined;
  };
  routes.get('/*', async (c, next) => {
    const { path } = c.req;
    const file = await fileAt(path);
    if (file) return file.answer(c);
    const wantsPage = c.req.header('accept')?.includes('text/html') ?? false;
    if (!clientRoutes.test(path) && (reserved.test(path) || !wantsPage)) return next();
    const page = await pages.find('index.html');
    if (page) return page.answer(c);
    return c.html(missingPage(isBuilding()), 503, { 'Content-Security-Policy': policy });
  });
  return routes;
}

/** Stands in the page where it is told whether there is GraphiQL. */
const GRAPHIQL = '__GRAPHIQL__';

/** Nothing but what this server sends. Mantine writes its colours into style elements of its own. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');
