import { readFile } from 'node:fs/promises';
import { openApiDocument } from '@outturn/rest';
import { Hono } from 'hono';
import { apiReferenceFile } from './static/package-files.ts';
import { StaticContent } from './static/static-content.ts';

/** Needs no authentication. The page contacts no other server. */
export function createApiReference(publicUrl: string | undefined): Hono {
  const contents = {
    '/v1/openapi.json': new StaticContent({
      headers: { 'Content-Type': 'application/json', ...shortCache },
      make: () => JSON.stringify(openApiDocument(publicUrl)),
    }),
    '/docs': new StaticContent({
      headers: { 'Content-Type': 'text/html; charset=utf-8', ...shortCache, ...policy },
      make: () => page,
    }),
    '/docs/start.js': new StaticContent({ headers: { ...javaScript, ...shortCache }, make: () => start }),
    '/docs/viewer.js': new StaticContent({
      headers: { ...javaScript, 'Cache-Control': 'public, max-age=86400' },
      make: () => readFile(apiReferenceFile),
    }),
  };
  const docs = new Hono();
  for (const [path, content] of Object.entries(contents)) docs.get(path, (c) => content.answer(c));
  return docs;
}

const javaScript = { 'Content-Type': 'text/javascript; charset=utf-8' };
const shortCache = { 'Cache-Control': 'public, max-age=60' };
const policy = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outturn API</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="reference"></div>
<script src="docs/viewer.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

/** Disables every Scalar feature that contacts other servers. */
const start = `Scalar.createApiReference('#reference', {
  url: new URL('v1/openapi.json', document.baseURI).href,
  telemetry: false,
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  authentication: { preferredSecurityScheme: 'apiKey' },
});
`;
