import { expectTypeOf, test } from 'vitest';
import type { FieldScalars } from './field-scalars.ts';

type Text = 'ID' | 'String' | 'DateTime' | 'DayOrInstant' | 'Decimal';

test('every field has a scalar of its kind', () => {
  type Fields = {
    id: string;
    name?: string | null;
    tokens: number | null;
    metadata: Record<string, unknown> | null;
    isPartial: boolean;
    keys?: string[];
  };
  expectTypeOf<FieldScalars<Fields>>().toEqualTypeOf<{
    readonly id: Text;
    readonly name: Text;
    readonly tokens: 'Count' | 'Float';
    readonly metadata: 'Metadata' | 'JSONObject';
    readonly isPartial: 'Boolean';
    readonly keys: ['String'];
  }>();
});

test('none may be missing, and none too many', () => {
  // @ts-expect-error -- b is missing
  const missing: FieldScalars<{ a: string; b: string }> = { a: 'ID' };
  // @ts-expect-error -- there is no b
  const tooMany: FieldScalars<{ a: string }> = { a: 'ID', b: 'ID' };
  expectTypeOf([missing, tooMany]).not.toBeNever();
});
