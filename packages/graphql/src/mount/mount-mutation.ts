import type { Operation } from '@outturn/service';
import type { z } from 'zod';
import { runMutation } from '../run-operation.ts';
import type { ObjectSchema } from './field-type.ts';
import { inputType } from './input-type.ts';
import { type ObjectType, shown } from './object-type.ts';
import type { Draft } from './schema-builder.ts';

/** An idempotency key makes retries safe. */
export function mountMutation<Item extends object>(
  draft: Draft,
  name: string,
  operation: Operation<string, ObjectSchema, z.ZodType<Item>>,
  type: ObjectType<Item>,
): void {
  const typeName = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const Input = inputType(draft, typeName, operation.input, `Input of ${name}.`);
  draft.builder.mutationField(name, (t) =>
    t.field({
      type,
      nullable: true,
      description: [`${operation.summary}.`, operation.description].filter(Boolean).join(' '),
      args: {
        input: t.arg({ type: Input, required: true }),
        idempotencyKey: t.arg.string({
          description: 'Makes the mutation safe to retry: 1 to 255 visible ASCII characters.',
        }),
      },
      resolve: (_, { input, idempotencyKey }, context, info) =>
        shown(runMutation(context, operation, { input, idempotencyKey, info })),
    }),
  );
}
