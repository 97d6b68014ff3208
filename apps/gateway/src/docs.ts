import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { openApiDocument } from '@outturn/rest';
import { Hono } from 'hono';

/**
 * The description of REST at `/v1/openapi.json` and, for people, at `/docs`. Both are open to everybody. The page needs
 * no other server than this one, and its policy lets it reach none.
 */
export function createDocs(publicUrl: string | undefined): Hono {
  const docs = new Hono();
  const document = JSON.stringify(openApiDocument(publicUrl));
  docs.get('/v1/openapi.json', (c) =>
    c.body(document, 200, { 'Content-Type': 'application/json', ...briefly }),
  );
  docs.get('/docs', (c) =>
    c.body(page, 200, { 'Content-Type': 'text/html; charset=utf-8', ...briefly, ...policy }),
  );
  docs.get('/docs/start.js', (c) => c.body(start, 200, { ...javaScript, ...briefly }));

  let viewer: Promise<Viewer> | undefined;
  docs.get('/docs/viewer.js', async (c) => {
    viewer ??= loadViewer();
    const { plain, zipped } = await viewer;
    const takesZip = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '');
    const headers = { ...javaScript, 'Cache-Control': 'public, max-age=86400', Vary: 'Accept-Encoding' };
    return takesZip
      ? c.body(zipped, 200, { ...headers, 'Content-Encoding': 'gzip' })
      : c.body(plain, 200, headers);
  });
  return docs;
}

const javaScript = { 'Content-Type': 'text/javascript; charset=utf-8' };
const briefly = { 'Cache-Control': 'public, max-age=60' };
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

/** Everything of Scalar's that would talk to somebody else is off. */
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

type Viewer = { plain: Buffer<ArrayBuffer>; zipped: Buffer<ArrayBuffer> };

/** Scalar's bundle for browsers, which holds all that it needs. It is no export of its package, but a file beside one. */
async function loadViewer(): Promise<Viewer> {
  const bundle = new URL('browser/standalone.js', import.meta.resolve('@scalar/api-reference'));
  const plain = await readFile(bundle);
  return { plain, zipped: await promisify(gzip)(plain) };
}
