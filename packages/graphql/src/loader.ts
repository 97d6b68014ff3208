import type { Operation } from '@outturn/service';
import DataLoader from 'dataloader';
import type { z } from 'zod';
import type { GraphqlContext } from './builder.ts';
import { loadersOf } from './request-loaders.ts';
import { runQuery } from './run-operation.ts';

type Options = {
  /** Everything but the names that distinguishes the calls. Calls with the same question are answered together. */
  question?: object;
  toInput: (names: readonly string[]) => object;
};

/**
 * Answers a field for one name, and reads the names of all such fields of one turn by a single call of `operation`.
 * So a list of 100 records with their agents takes one call for the agents, not 100.
 *
 * There is one loader for each operation and question of a request, and not one for each field as in the plugin of
 * Pothos: an agent that four kinds of records name is then read once (decision 004).
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
  // The key of the loader names the operation, whose answers are of type Item.
  return (await loader.load(name)) as z.output<Item>;
}
