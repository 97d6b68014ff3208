import type { Operation } from '@outturn/service';
import DataLoader from 'dataloader';
import type { z } from 'zod';
import type { GraphqlContext } from './builder.ts';
import { loadersOf } from './request-loaders.ts';
import { runQuery } from './run-operation.ts';

type Options = {
  /** What is asked of all of them, which tells loaders apart. */
  question?: object;
  toInput: (names: readonly string[]) => object;
};

/**
 * Asks an operation that answers for many at once. Whatever is asked in the same turn goes into one question; answers come
 * in the order of the names.
 */
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
  // A loader is found under the name of its operation, whose answers are Items.
  return (await loader.load(name)) as z.output<Item>;
}
