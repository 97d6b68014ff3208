import type { Json } from './interfaces.ts';

/** The document with shared parameters in every operation that names them, but for headers, which the SDK sets itself. */
export function withParameters<Document extends Json>(document: Document): Document {
  const { parameters } = document.components as { parameters: Json };
  return inPlace(document, parameters) as Document;
}

function inPlace(value: unknown, shared: Json): unknown {
  if (Array.isArray(value))
    return value.map((item) => inPlace(item, shared)).filter((item) => !isHeader(item));
  if (typeof value !== 'object' || value === null) return value;
  const [, name] = /^#\/components\/parameters\/(.+)$/.exec(String((value as Json).$ref)) ?? [];
  if (name !== undefined) return shared[name];
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, inPlace(inner, shared)]));
}

const isHeader = (item: unknown) => (item as { in?: unknown } | null)?.in === 'header';
