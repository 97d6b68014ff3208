import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { follow, type Json, type Operation, openApi, type Response, type Schema } from './document.ts';

/**
 * The document, with fields that it does not list forbidden. Clients must expect more fields, but here an undescribed
 * field is a mistake.
 */
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(closed(openApi) as Json, 'document');

const compiled = new Map<string, ValidateFunction>();

/** The violations of a component schema by a value; empty when it conforms. */
export function violations(schema: Schema, value: unknown): string[] {
  const key = JSON.stringify(schema);
  const validate = compiled.get(key) ?? ajv.compile(absolute(schema) as Schema);
  compiled.set(key, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
}

/** The violations of the document by an answer in its status, headers and body; empty when it conforms. */
export function answerViolations(
  operation: Operation,
  { status, headers, text }: { status: number; headers: Headers; text: string },
): string[] {
  const response = operation.responses[status];
  if (!response) return [`the status ${status} is not one of ${Object.keys(operation.responses).join(', ')}`];
  const wrongHeaders = headerViolations(response, headers);
  const media = response.content?.['application/json'];
  if (!media) return [...wrongHeaders, ...(text === '' ? [] : [`there is a body: ${text}`])];
  if (headers.get('content-type') !== 'application/json') wrongHeaders.push('the content type is not JSON');
  return [...wrongHeaders, ...violations(media.schema, JSON.parse(text))];
}

/** Every header is documented, except those of HTTP and browsers, and has its documented form. */
function headerViolations(response: Response, headers: Headers): string[] {
  const documented = new Map(
    Object.entries(response.headers).map(([name, header]) => [name.toLowerCase(), follow(header)]),
  );
  return [...headers].flatMap(([name, value]) => {
    const header = documented.get(name);
    if (!header) return ofHttp.includes(name) ? [] : [`the header ${name} is not documented`];
    const typed = header.schema.type === 'integer' ? Number(value) : value;
    return violations(header.schema, typed).map((problem) => `the header ${name}: ${value}: ${problem}`);
  });
}

const ofHttp = [
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'cache-control',
  'x-content-type-options',
];

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, field]) => [key, closed(field)]));
  const isOpen = inner.type === 'object' && inner.properties && inner.additionalProperties === undefined;
  return isOpen ? { ...inner, additionalProperties: false } : inner;
}

/** Makes references inside the document absolute. */
function absolute(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(absolute);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) =>
      key === '$ref' ? [key, `document${field}`] : [key, absolute(field)],
    ),
  );
}
