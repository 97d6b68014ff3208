import type { Operation } from '@outturn/service';
import DataLoader from 'dataloader';
import type { z } from 'zod';
import type { GraphqlContext } from './builder.ts';
import { runQuery } from './run-operation.ts';

type Loaders = Map<string, DataLoader<string, unknown>>;

/** Loaders live as long as a request: what one field has read, another sees. */
const ofRequests = new WeakMap<GraphqlContext, Loaders>();

type Options<Answer extends z.ZodType> = {
  /** What is asked of all of them, which tells loaders apart. */
  question?: object;
  toInput: (names: readonly string[]) => object;
  /** Sees every answer before it is handed out. */
  check?: (answers: z.output<Answer>) => void;
};

/**
 * Asks an operation that answers for many at once. Whatever is asked in the same turn goes into one question; answers come
 * in the order of the names.
 */
export async function load<Item extends z.ZodType>(
  context: GraphqlContext,
  operation: Operation<string, z.ZodType, z.ZodArray<Item>>,
  name: string,
  { question = {}, toInput, check }: Options<z.ZodArray<Item>>,
): Promise<z.output<Item>> {
  const loaders = ofRequests.get(context) ?? new Map<string, DataLoader<string, unknown>>();
  ofRequests.set(context, loaders);
  const key = `${operation.name} ${JSON.stringify(question)}`;
  const loader =
    loaders.get(key) ??
    new DataLoader<string, unknown>(async (names) => {
      const { output } = await runQuery(context, operation, toInput(names));
      check?.(output.value);
      return output.value;
    });
  loaders.set(key, loader);
  // A loader is found under the name of its operation, whose answers are Items.
  return (await loader.load(name)) as z.output<Item>;
}
