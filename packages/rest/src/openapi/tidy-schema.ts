import { isJson, type Json } from './json.ts';

/** Keys that only zod uses, or that are converted below. */
const dropped = ['$schema', '$id', 'example', 'propertyNames'];

/** Converts zod's output to OpenAPI 3.1: types as lists for null, `examples` for `example`, and limits for everything. */
export function tidy(schema: unknown): Json {
  if (!isJson(schema)) return {};
  if (schema.$ref !== undefined) return { $ref: schema.$ref };
  const { type, example, description, ...merged } = withNullType(schema);
  const result: Json = {
    ...(type !== undefined && { type }),
    ...(description !== undefined && { description }),
    ...Object.fromEntries(Object.entries(merged).filter(([key]) => !dropped.includes(key))),
  };
  if (isJson(merged.properties)) {
    const fields = Object.entries(merged.properties);
    result.properties = Object.fromEntries(fields.map(([field, inner]) => [field, tidy(inner)]));
  }
  if (merged.items !== undefined) result.items = tidy(merged.items);
  if (Array.isArray(merged.oneOf)) result.oneOf = merged.oneOf.map((choice) => tidy(choice));
  if (isJson(merged.additionalProperties)) result.additionalProperties = true;
  if (example !== undefined) result.examples = [example];
  return bounded(result);
}

/** Removes `additionalProperties: false`, because later versions may add fields to answers. */
export function openEnded(schema: Json): Json {
  const entries = Object.entries(schema).filter(([key, value]) => key !== 'additionalProperties' || value);
  return Object.fromEntries(entries.map(([key, value]) => [key, openInside(value)]));
}

function openInside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(openInside);
  return isJson(value) ? openEnded(value) : value;
}

/** Merges `anyOf` a type and null; outer keys take precedence. */
function withNullType(schema: Json): Json {
  const { anyOf, ...outer } = schema;
  const [inner, none, ...others]: unknown[] = Array.isArray(anyOf) ? anyOf : [];
  if (!isJson(inner) || !isJson(none) || none.type !== 'null' || others.length > 0) return schema;
  // A reference has no keys beside it that could be merged.
  if (inner.$ref !== undefined) return { ...outer, oneOf: [inner, none] };
  return { ...inner, ...outer, type: [inner.type, 'null'] };
}

function bounded(schema: Json): Json {
  const types = [schema.type].flat();
  if (types.includes('string') && !schema.enum && !schema.const) return boundedText(schema);
  if (types.includes('array')) return { ...schema, maxItems: schema.maxItems ?? 1000 };
  if (types.includes('integer')) return boundedInteger(schema);
  return schema;
}

function boundedText(schema: Json): Json {
  const { pattern, ...rest } = schema;
  // Drops the long pattern of timestamps, which repeats the format.
  if (schema.format === 'date-time') return { ...rest, maxLength: 40 };
  if (schema.format === 'uuid') return { ...schema, maxLength: 36 };
  // Any text except NUL.
  return { ...rest, pattern: pattern ?? '^[^\\u0000]*$' };
}

/** The API has no negative integers. */
function boundedInteger(schema: Json): Json {
  const maximum = Number(schema.maximum);
  const minimum = Math.max(0, Number(schema.minimum));
  return { ...schema, format: maximum < 2 ** 31 ? 'int32' : 'int64', minimum, maximum };
}
