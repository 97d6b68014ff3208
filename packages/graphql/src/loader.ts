import type { Operation } from '@outturn/service';
import DataLoader from 'dataloader';
import type { z } from 'zod';
import type { GraphqlContext } from './builder.ts';
import { loadersOf } from './request-loaders.ts';
import { runQuery } from './run-operation.ts';

type Options = {
  /** Part of the loader's key. */
  question?: object;
  toInput: (names: readonly string[]) => object;
};

/** Batches the calls of one turn into one operation. */
export async function load<Item extends z.ZodType>(
  context: GraphqlContext,
  operation: Operation<string, z.ZodType, z.ZodArray<Item>>,
  name: string,
  { question = {}, toInput }: Options,
): Promise<z.output<Item>> {
  const loaders = loadersOf(context);
  const key = `${operation.name} ${JSON.stringify(question)}`;
  const loader =
    loaders.get(key) ??
    new DataLoader<string, unknown>(async (names) => {
      const { output } = await runQuery(context, operation, toInput(names));
      return output.value;
    });
  loaders.set(key, loader);
  // The loader's key names the operation, whose answers are Items.
  return (await loader.load(name)) as z.output<Item>;
}
