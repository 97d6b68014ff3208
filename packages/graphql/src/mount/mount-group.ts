import { groupOf, type Operation, typeNameOf } from '@outturn/service';
import type { z } from 'zod';
import type { Page } from '../connection.ts';
import type { ObjectSchema } from './field-type.ts';
import { mountGet } from './mount-get.ts';
import { mountList } from './mount-list.ts';
import { mountMutation } from './mount-mutation.ts';
import { type Interfaces, objectType } from './object-type.ts';

type Readable<Output extends ObjectSchema> = {
  list: Operation<string, ObjectSchema, z.ZodType<Page<z.output<Output>>>>;
  get: Operation<string, ObjectSchema, Output>;
};
type Recorded<Output extends ObjectSchema> = Readable<Output> & {
  record: Operation<string, ObjectSchema, Output>;
};

/** Mounts a group that can be read: the type of its things, `goalTypes` and `goalType`. */
export function mountReadable<Output extends ObjectSchema>(
  { list, get }: Readable<Output>,
  interfaces?: Interfaces<Output>,
) {
  const type = objectType(typeNameOf(get), get.output, { interfaces });
  const group = groupOf(get);
  mountGet(group.replace(/s$/, ''), get, type);
  return { type, list: mountList(group, list, type) };
}

/** Mounts a kind of record, which has a mutation besides: `recordRevenue`. */
export function mountRecordKind<Output extends ObjectSchema>(
  { record, ...readable }: Recorded<Output>,
  interfaces?: Interfaces<Output>,
) {
  const mounted = mountReadable(readable, interfaces);
  mountMutation(`record${mounted.type.name}`, record, mounted.type);
  return mounted;
}
