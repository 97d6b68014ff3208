import { groupOf, type Operation, typeNameOf } from '@outturn/service';
import type { z } from 'zod';
import type { Page } from '../connection.ts';
import type { ObjectSchema } from './field-type.ts';
import { mountGet } from './mount-get.ts';
import { mountList } from './mount-list.ts';
import { mountMutation } from './mount-mutation.ts';
import { type Interfaces, objectType } from './object-type.ts';
import type { Draft } from './schema-builder.ts';

type Readable<Output extends ObjectSchema> = {
  list: Operation<string, ObjectSchema, z.ZodType<Page<z.output<Output>>>>;
  get: Operation<string, ObjectSchema, Output>;
};
type Recorded<Output extends ObjectSchema> = Readable<Output> & {
  record: Operation<string, ObjectSchema, Output> & { recordKind: { time: { field: string } } };
};

/** Such as the type `GoalType` and the fields `goalTypes` and `goalType`. */
export function mountReadable<Output extends ObjectSchema>(
  draft: Draft,
  { list, get }: Readable<Output>,
  interfaces?: Interfaces<Output>,
) {
  const type = objectType(draft, typeNameOf(get), get.output, { interfaces });
  const group = groupOf(get);
  mountGet(draft, group.replace(/s$/, ''), get, type);
  return { type, list: mountList(draft, group, list, type), shape: get.output.shape };
}

/** Also mounts a mutation, such as `recordRevenue`. */
export function mountRecordKind<Output extends ObjectSchema>(
  draft: Draft,
  { record, ...readable }: Recorded<Output>,
  interfaces?: Interfaces<Output>,
) {
  const mounted = mountReadable(draft, readable, interfaces);
  mountMutation(draft, `record${mounted.type.name}`, record, mounted.type);
  const time = record.recordKind.time.field;
  draft.builder.objectField(mounted.type, 'time', (t) =>
    t.field({
      type: 'DateTime',
      description: `When it counts: its \`${time}\`.`,
      resolve: (value) => value[time] as string,
    }),
  );
  return mounted;
}
