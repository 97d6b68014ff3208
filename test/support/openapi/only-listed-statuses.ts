// A vitest setup file: an answer under /v1 with a status that the spec does not list fails any test.

/** Source: the spec, "Errors". */
const listed = new Set([200, 201, 204, 400, 401, 403, 404, 429, 500]);

const plainFetch = globalThis.fetch;

async function checkedFetch(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await plainFetch(...request);
  const { pathname } = new URL(response.url);
  // The document itself is a static file, for which 304 is allowed.
  const isKnown = response.status === 304 && pathname === '/v1/openapi.json';
  if (!/^\/v1(\/|$)/.test(pathname) || listed.has(response.status) || isKnown) return response;
  throw new Error(`${pathname} was answered with ${response.status}, which is not a status of the spec`);
}

// A worker evaluates this file again for every test file that it runs.
if (plainFetch.name !== checkedFetch.name) globalThis.fetch = checkedFetch;
