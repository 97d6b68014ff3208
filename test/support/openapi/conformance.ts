import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { follow, type Json, type Operation, openApi, type Response, type Schema } from './document.ts';

/**
 * The document as its own servers must keep to it: an object that lists its fields has no others. Clients are told to
 * expect more; here a field that is not described is a mistake.
 */
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(closed(openApi) as Json, 'document');

const compiled = new Map<string, ValidateFunction>();

/** What is wrong with a value of a component schema; nothing when it conforms. */
export function violations(schema: Schema, value: unknown): string[] {
  const key = JSON.stringify(schema);
  const validate = compiled.get(key) ?? ajv.compile(absolute(schema) as Schema);
  compiled.set(key, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
}

/** What is wrong with an answer: its status, its headers, its body. Nothing when it is what the document says. */
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

/** Every header is documented, but for those of HTTP and browsers, and has the form that it should have. */
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

/** References inside the document, from outside. */
function absolute(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(absolute);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) =>
      key === '$ref' ? [key, `document${field}`] : [key, absolute(field)],
    ),
  );
}
