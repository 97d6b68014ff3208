import type { Operation } from '@outturn/service';
import type { z } from 'zod';
import { builder } from '../builder.ts';
import { runQuery } from '../run-operation.ts';
import { eachField, type FieldScalars, type ObjectSchema } from './field-scalars.ts';
import { type ObjectType, shown } from './object-type.ts';

type Options<Item, Input extends z.ZodType> = {
  type: ObjectType<Item>;
  by: FieldScalars<z.input<Input>>;
};

/** Mounts an operation that shows one thing, by its id or the name that the client chose. */
export function mountGet<Item extends object, Input extends ObjectSchema>(
  name: string,
  get: Operation<string, Input, z.ZodType<Item>>,
  { type, by }: Options<Item, Input>,
): void {
  builder.queryField(name, (t) =>
    t.field({
      type,
      nullable: true,
      description: `${get.summary}.`,
      args: Object.fromEntries(
        eachField(get.input, by).map(({ name, scalar, field }) => [
          name,
          t.arg({ type: scalar, required: !field.isOptional(), description: field.description }),
        ]),
      ),
      resolve: (_, args, context) => shown(runQuery(context, get, args).then(({ output }) => output.value)),
    }),
  );
}
