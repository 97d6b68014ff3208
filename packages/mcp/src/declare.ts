import { isMutation, type McpMount, type Operation } from '@outturn/service';
import { z } from 'zod';

export type Mounted = Operation & { mcp: McpMount };

/** JSON Schema, or a part of it. */
type Json = { [key: string]: unknown };
type ObjectSchema = Json & { type: 'object'; properties: Record<string, Json>; required?: string[] };

/** The declaration of a tool as clients see it. `required` fields stand before those of `schema`. */
export function declare(operation: Mounted, schema: ObjectSchema, required: Record<string, Json> = {}) {
  const writes = isMutation(operation);
  const first = { ...(writes && { idempotencyKey }), ...required };
  return {
    name: operation.mcp.tool,
    description: operation.mcp.description,
    inputSchema: {
      ...schema,
      properties: { ...first, ...schema.properties },
      required: [...Object.keys(first), ...(schema.required ?? [])],
      additionalProperties: false,
    },
    annotations: {
      readOnlyHint: !writes,
      destructiveHint: operation.kind === 'record' && operation.writes === 'correction',
      // Reading changes nothing, and a write has its key.
      idempotentHint: true,
      openWorldHint: false,
    },
  };
}

type Declaration = ReturnType<typeof declare> & { inputSchema: Json };

/**
 * Runs an operation for the caller of a tool. Its input is made only for callers with its scope. Rejects with the refusal of the
 * operation. `value` is a `Page` for lists.
 */
export type Run = (operation: Operation, input: () => unknown) => Promise<Answer>;
type Answer = { value: unknown; replayed?: boolean };

export type Tool = {
  declaration: Declaration;
  answer(input: Record<string, unknown>, run: Run): Promise<Answer>;
  /** The field of the tool that is meant by a field of its operation. Default: the same. */
  fieldOf?(field: string): string;
};

/** The input of an operation as JSON Schema, short enough for the context of a model. */
export function inputSchema(schema: z.ZodType): ObjectSchema {
  // Every input is an object.
  return slim(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), new Set()) as ObjectSchema;
}

/** The inputs of the operations of one tool, by kind. A field that only some kinds have names them. */
export function mergedSchema(byKind: ReadonlyMap<string, ObjectSchema>): ObjectSchema {
  const schemas = [...byKind.values()];
  const names = [...new Set(schemas.flatMap(({ properties }) => Object.keys(properties)))];
  const properties = names.map((name): [string, Json] => {
    const having = [...byKind].filter(([, one]) => one.properties[name]);
    const forms = having.map(([, one]) => one.properties[name] ?? {});
    const only = having.length < byKind.size && `Only of ${having.map(([kind]) => kind).join(', ')}.`;
    const told = [forms[0]?.description, only].filter(Boolean).join(' ');
    return [name, { ...commonForm(forms), ...(told && { description: told }) }];
  });
  const required = names.filter((name) => schemas.every((one) => one.required?.includes(name)));
  return { type: 'object', properties: Object.fromEntries(properties), required };
}

const text = (description: string) => ({ type: 'string', description });
const idempotencyKey = text('One per intended record; repeat it when you retry, also after a timeout.');
/** REST has the cursor in a header. */
const cursor = text('Continues behind an earlier answer: the `next` at its end.');

/** Keywords that a model does without, because the operation checks them itself. */
const dropped = [
  ...['$schema', 'pattern', 'minLength', 'maxLength', 'maxItems', 'format'],
  ...['example', 'propertyNames', 'additionalProperties'],
];

/** A description that was `told` before is not told again. */
function slim({ anyOf, description, properties, items, ...outer }: Json, told: Set<unknown>): Json {
  // Zod bounds every whole number by the largest safe ones.
  const isEndless = (value: unknown) => Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
  const rest = Object.entries(outer).filter(([key, value]) => !dropped.includes(key) && !isEndless(value));
  const isNew = description !== undefined && !told.has(description);
  told.add(description);
  const head = { ...Object.fromEntries(rest), ...(isNew && { description }) };
  if (Array.isArray(anyOf)) {
    // Null says the same as a field that is left out.
    const forms = anyOf.filter(({ type }) => type !== 'null').map((form) => slim(form, told));
    return isOneForm(forms) ? { ...forms[0], ...head } : { ...head, anyOf: forms };
  }
  const fields = Object.entries((properties ?? {}) as Record<string, Json>);
  const slimmed = fields.map(([name, one]) => [name, name === 'cursor' ? cursor : slim(one, told)]);
  return {
    ...head,
    ...(items !== undefined && { items: slim(items as Json, told) }),
    ...(properties !== undefined && { properties: Object.fromEntries(slimmed) }),
  };
}

/** Fields that differ between kinds keep their type and all choices; the operation checks which of them its kind has. */
function commonForm(forms: readonly Json[]): Json {
  if (isOneForm(forms)) return { ...forms[0] };
  const choices = new Set(forms.flatMap((form) => (Array.isArray(form.enum) ? form.enum : [])));
  return { type: forms[0]?.type, ...(choices.size > 0 && { enum: [...choices] }) };
}

function isOneForm(forms: readonly Json[]): boolean {
  return new Set(forms.map(({ description: _, ...form }) => JSON.stringify(form))).size === 1;
}
