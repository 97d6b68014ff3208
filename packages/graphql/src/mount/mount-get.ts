import type { Operation } from '@outturn/service';
import { z } from 'zod';
import { runQuery } from '../run-operation.ts';
import type { ObjectSchema } from './field-type.ts';
import { inputArguments } from './input-type.ts';
import { type ObjectType, shown } from './object-type.ts';
import type { Draft } from './schema-builder.ts';

export function mountGet<Item extends object>(
  draft: Draft,
  name: string,
  get: Operation<string, ObjectSchema, z.ZodType<Item>>,
  type: ObjectType<Item>,
): void {
  draft.builder.queryField(name, (t) =>
    t.field({
      type: get.output instanceof z.ZodArray ? [type] : type,
      nullable: true,
      description: `${get.summary}.`,
      args: inputArguments(draft, name, get.input),
      resolve: (_, args, context) => shown(runQuery(context, get, args).then(({ output }) => output.value)),
    }),
  );
}
