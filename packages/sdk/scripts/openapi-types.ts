import openapiTS, { astToString, type TransformNodeOptions } from 'openapi-typescript';
import ts from 'typescript';

type Json = { [key: string]: unknown };
type Schema = { type?: string | string[]; format?: string; pattern?: string };

/** The pattern of amounts in USD. */
const MONEY = '^-?\\d{1,15}(\\.\\d{1,9})?$';

export async function openApiTypes(document: Json): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(onlyNeeded(document)), {
    transform: (schema, options) => acceptMore(schema, options),
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    rootTypesKeepCasing: true,
    silent: true,
  });
  const head = '// Generated from openapi.json by `npm test -- sdk --update`.\n';
  return `${head}import type { Amount } from './amount.ts';\n\n${astToString(nodes)}`;
}

/** Callers may send a Date as a timestamp, which JSON and queries format as ISO 8601, and a number as an amount. */
function acceptMore(
  { type, format, pattern }: Schema,
  { path = '' }: TransformNodeOptions,
): ts.TypeNode | undefined {
  const isSent = /^#\/components\/schemas\/\w+(Input|BatchItem)\b|\/parameters\/query\//.test(path);
  const accepted = format === 'date-time' ? ['string', 'Date'] : pattern === MONEY ? ['Amount'] : undefined;
  if (!accepted || !isSent) return undefined;
  const names = [type].flat().includes('null') ? [...accepted, 'null'] : accepted;
  return ts.factory.createUnionTypeNode(names.map((name) => ts.factory.createTypeReferenceNode(name)));
}

/** Removes examples, headers and error answers, whose types are unused and make up most of the document. */
function onlyNeeded({ components, ...document }: Json): Json {
  const { schemas } = components as Json;
  return { ...(withoutNoise(document) as Json), components: { schemas: withoutNoise(schemas) } };
}

const noise = /^(example|examples|headers|[45]\d\d)$/;

function withoutNoise(value: unknown, parent = ''): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isHeader(item)).map((item) => withoutNoise(item));
  if (typeof value !== 'object' || value === null) return value;
  // Below `properties`, names are fields and not keywords.
  const fields = Object.entries(value).filter(([name]) => parent === 'properties' || !noise.test(name));
  return Object.fromEntries(fields.map(([name, field]) => [name, withoutNoise(field, name)]));
}

/** All shared parameters are headers, which the SDK sets itself. */
function isHeader(item: unknown): boolean {
  const { $ref } = (item ?? {}) as { $ref?: unknown };
  return typeof $ref === 'string' && $ref.startsWith('#/components/parameters/');
}
