import { product } from '@outturn/service';
import { Hono } from 'hono';
import type { StaticContent } from '../static/static-content.ts';
import { StaticFiles } from '../static/static-files.ts';
import { missingPage } from './missing-page.ts';

/** Routes of the client-side router. Other paths return the page only to requests that accept HTML. */
const pages = [
  'explore',
  'records',
  'views',
  'sessions',
  'prices',
  'traces',
  'settings',
  'sign-in',
  'sign-up',
  'claim',
];
const dimensions = product.dimensions.map(({ slug }) => slug);
const clientRoutes = new RegExp(`^/((${[...pages, ...dimensions].join('|')})(/.*)?)?$`);
const asset = /^\/assets\/[\w-][\w.-]*$/;
/** A pattern in a Hono route would disable its fastest router. */
const publicFile = /^\/[\w-][\w.-]*\.(svg|png|ico|txt|webmanifest|js)$/;
/** Paths of the API, which answers errors in its own format. */
const reserved = /^\/(v1|graphql|trpc|mcp|api|docs|healthz|readyz|metrics|assets)(\/|$)/;

export type DashboardOptions = {
  /** The build of the dashboard. */
  folder: string;
  hasGraphiql: boolean;
};

/** Assets are cached forever, because their names contain a hash. */
export function dashboardRoutes({ folder, hasGraphiql }: DashboardOptions): Hono {
  const routes = new Hono();
  const assets = new StaticFiles({
    folder,
    headers: { 'Cache-Control': 'public, max-age=31536000, immutable' },
  });
  const besidePages = new StaticFiles({ folder, headers: { 'Cache-Control': 'public, max-age=3600' } });
  const documents = new StaticFiles({
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
    if (!clientRoutes.test(path) && (reserved.test(path) || !wantsPage)) {
      await next();
      // Another gateway may have the file, and this one after its upgrade.
      if (asset.test(path)) c.header('Cache-Control', 'no-store');
      return;
    }
    const page = await documents.find('index.html');
    if (page) return page.answer(c);
    return c.html(missingPage, 503, { 'Content-Security-Policy': policy });
  });
  return routes;
}

const GRAPHIQL = '__GRAPHIQL__';

/** Allows this server only. Mantine needs inline styles for its colours. */
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
