import type { Operation } from '@outturn/service';
import type { z } from 'zod';
import { mutation, query } from './procedure.ts';
import { t } from './trpc.ts';

type Of<Kind extends Operation['kind'], Input extends z.ZodType, Output extends z.ZodType> = Operation<
  string,
  Input,
  Output
> & { kind: Kind };

type Readable<
  ListInput extends z.ZodType,
  Page extends z.ZodType,
  GetInput extends z.ZodType,
  Thing extends z.ZodType,
> = { list: Of<'query', ListInput, Page>; get: Of<'query', GetInput, Thing> };

export function recordRouter<
  Input extends z.ZodType,
  BatchInput extends z.ZodType,
  BatchOutput extends z.ZodType,
  ListInput extends z.ZodType,
  Page extends z.ZodType,
  GetInput extends z.ZodType,
  Thing extends z.ZodType,
>(
  group: Readable<ListInput, Page, GetInput, Thing> & {
    record: Of<'record', Input, Thing>;
    recordBatch: Of<'record-batch', BatchInput, BatchOutput>;
  },
) {
  return t.router({
    record: mutation(group.record),
    recordBatch: mutation(group.recordBatch),
    list: query(group.list),
    get: query(group.get),
  });
}

export function dimensionRouter<
  Create extends z.ZodType,
  Update extends z.ZodType,
  ByKey extends z.ZodType,
  Deleted extends z.ZodType,
  ListInput extends z.ZodType,
  Page extends z.ZodType,
  Thing extends z.ZodType,
  Names extends z.ZodType,
  Things extends z.ZodType,
>(
  group: Readable<ListInput, Page, ByKey, Thing> & {
    create: Of<'command', Create, Thing>;
    update: Of<'command', Update, Thing>;
    replace: Of<'command', Create, Thing>;
    delete: Of<'command', ByKey, Deleted>;
  },
  many: Of<'query', Names, Things>,
) {
  return t.router({
    create: mutation(group.create),
    list: query(group.list),
    get: query(group.get),
    getManyByKey: query(many),
    update: mutation(group.update),
    replace: mutation(group.replace),
    delete: mutation(group.delete),
  });
}
