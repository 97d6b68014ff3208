import type { Parameter, Schema } from './document.ts';

/** Values of types that a schema does not allow; null where it is not nullable. */
export function wrongTypes({ type }: Schema): unknown[] {
  const allowed = [type].flat();
  const samples: Record<string, unknown> = {
    string: 'text',
    integer: 7,
    boolean: true,
    array: ['a'],
    object: { a: 1 },
    null: null,
  };
  return Object.entries(samples)
    .filter(([name]) => !allowed.includes(name))
    .map(([, value]) => value);
}

/** Texts that a parameter does not allow. Free text can only be too long. */
export function wrongTexts({ schema }: Parameter): string[] {
  if (schema.type === 'integer')
    return ['abc', '1.5', '', String(Number(schema.minimum) - 1), ...tooMuch(schema)];
  if (schema.enum || schema.format) return ['nonsense', ''];
  const { minLength, maxLength } = schema as { minLength?: number; maxLength?: number };
  return [...(minLength ? [''] : []), 'x'.repeat((maxLength ?? 0) + 1)];
}

/** Numbers beyond JavaScript's precision are left out. */
function tooMuch({ maximum }: Schema): string[] {
  return Number(maximum) < Number.MAX_SAFE_INTEGER ? [String(Number(maximum) + 1)] : [];
}
