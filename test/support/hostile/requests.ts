import fc from 'fast-check';
import { hostileValues, jsonTexts, naughtyStrings } from './corpus.ts';
import { graphqlTargets, restTargets, type Target, trpcTargets } from './targets.ts';

/** A request that an HTTP client is able to send. */
export type HostileRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
};

/** The generated parts of a request: its JSON, and the text in place of path parameters. */
type Attack = {
  target: Target;
  json: string;
  parameter: string;
  headers: Record<string, string>;
  method: string | undefined;
};

const value = fc.oneof(fc.constantFrom(...hostileValues), fc.jsonValue({ maxDepth: 4 }), fc.string());
const text = fc.oneof(fc.constantFrom(...naughtyStrings), fc.string({ unit: 'binary', maxLength: 40 }));

/** Valid JSON with a wrong field, an unknown one, or a wrong whole. */
const spoiledJson = ({ sample }: Target) =>
  fc.tuple(fc.nat(), value, fc.constantFrom('field', 'field', 'unknown', 'whole')).map(([at, bad, what]) => {
    if (what === 'whole') return safeJson(bad);
    return safeJson(
      spoil(sample, at, what === 'unknown' ? naughtyStrings[at % naughtyStrings.length] : undefined, bad),
    );
  });

const json = (target: Target) =>
  fc.oneof(
    { weight: 4, arbitrary: spoiledJson(target) },
    { weight: 2, arbitrary: fc.constantFrom(...jsonTexts) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
    { weight: 1, arbitrary: fc.nat(200).map((cut) => (JSON.stringify(target.sample) ?? '{}').slice(0, cut)) },
  );

/** A GraphQL document of the language's tokens in any order. */
const wildDocument = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'{}()[]:!$@=|&".,# ', '...', '"""', 'query', 'mutation', 'fragment', 'on'),
      fc.constantFrom('revenues', 'nodes', 'id', 'first', 'analytics', 'totals', '__schema', '__typename'),
      text,
    ),
    { maxLength: 40 },
  )
  .map((words) => safeJson({ query: words.join(' ') }));

const headerValue = text.map((one) => one.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').slice(0, 300));
const headers = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  {
    weight: 4,
    arbitrary: fc.dictionary(
      fc.constantFrom(
        'idempotency-key',
        'x-idempotency-key',
        'x-request-id',
        'content-type',
        'accept',
        'accept-encoding',
        'authorization',
        'cookie',
        'origin',
        'traceparent',
        'trpc-accept',
        'x-forwarded-proto',
        'if-none-match',
        'range',
      ),
      headerValue,
      { maxKeys: 3 },
    ),
  },
);
const method = fc.oneof(
  { weight: 12, arbitrary: fc.constant(undefined) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'GET', 'POST', 'TRACE', 'QUERY'),
  },
);

/** Requests to one of the surfaces, each with a fault. */
export const hostileRequest: fc.Arbitrary<HostileRequest> = fc
  .oneof(
    fc.constantFrom(...restTargets),
    fc.constantFrom(...trpcTargets),
    fc.constantFrom(...graphqlTargets),
    text.map((one) => ({ method: 'GET', path: `/v1/${encodeURI(wellFormed(one))}`, sample: undefined })),
    text.map((one) => ({ method: 'GET', path: `/trpc/${encodeURI(wellFormed(one))}`, sample: undefined })),
  )
  .chain((target) =>
    fc.record({
      target: fc.constant(target),
      json: target.path === '/graphql' ? fc.oneof(json(target), wildDocument) : json(target),
      parameter: text,
      headers,
      method,
    }),
  )
  .map(toRequest);

function toRequest({ target, json, parameter, headers, method = target.method }: Attack): HostileRequest {
  const hasBody = !['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'].includes(method);
  const encoded = encodeURIComponent(wellFormed(parameter));
  const path = target.path.replace(/\{\w+\}/, encoded || 'x');
  const query = path.startsWith('/v1/')
    ? queryOf(parameter)
    : `?input=${encodeURIComponent(wellFormed(json))}`;
  return {
    method,
    path: `${path}${hasBody ? '' : query}`,
    headers: { ...(hasBody && { 'content-type': 'application/json' }), ...withOwnKeys(headers) },
    body: hasBody ? json : undefined,
  };
}

/** Makes the key distinct from equal texts elsewhere, for the search for secrets. */
const ownKey = (text: string) => `${text}#key`;

function withOwnKeys(headers: Record<string, string>): Record<string, string> {
  const entries = Object.entries(headers);
  return Object.fromEntries(
    entries.map(([name, text]) => [name, name.endsWith('idempotency-key') ? ownKey(text) : text]),
  );
}

const queryNames = ['limit', 'offset', 'cursor', 'sort', 'agentKey', 'recordedFrom', 'agentId', 'unknown'];

function queryOf(parameter: string): string {
  const name = queryNames[parameter.length % queryNames.length];
  return `?${name}=${encodeURIComponent(wellFormed(parameter))}`;
}

function spoil(sample: unknown, at: number, unknownName: string | undefined, bad: unknown): unknown {
  if (Array.isArray(sample)) {
    return sample.map((item, i) => (i === at % sample.length ? spoil(item, at, unknownName, bad) : item));
  }
  if (typeof sample !== 'object' || sample === null) return bad;
  if (unknownName !== undefined) return { ...sample, [unknownName]: bad };
  const names = Object.keys(sample);
  const name = names[at % names.length] ?? 'a';
  const inner = (sample as Record<string, unknown>)[name];
  const isNested = typeof inner === 'object' && inner !== null;
  if (name === 'idempotencyKey' && typeof bad === 'string') return { ...sample, [name]: ownKey(bad) };
  return { ...sample, [name]: isNested ? spoil(inner, Math.floor(at / names.length), undefined, bad) : bad };
}

/** Escapes lone surrogates, which JSON can express and UTF-8 cannot. */
function safeJson(json: unknown): string {
  return JSON.stringify(json) ?? 'undefined';
}

function wellFormed(one: string): string {
  return one.toWellFormed();
}
