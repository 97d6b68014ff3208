import { invalidRequest, type Model, type Operation, product } from '@outturn/service';
import { declare, inputSchema, type Mounted, mergedSchema, type Tool } from './declare.ts';
import { questionTool } from './question.ts';

type ModelOfTools = Pick<Model, 'operations' | 'analytics'>;

/** The tools of a model: one for each name that operations are mounted under. */
export function toolsOf({ operations, analytics }: ModelOfTools): readonly Tool[] {
  const mounted = operations.filter((one): one is Mounted => one.mcp !== undefined);
  const timeline = operations.find(({ name }) => name === 'sessions.timeline');
  return [...Map.groupBy(mounted, ({ mcp }) => mcp.tool).values()].map((group) => {
    const [first] = group as [Mounted, ...Mounted[]];
    if (first.name === analytics.slice.name) return questionTool(first);
    if (timeline && first.name === 'sessions.get') return sessionTool(first, timeline);
    return first.mcp.kind === undefined ? toolOf(first) : toolOfKinds(group);
  });
}

export const tools = toolsOf(product);

function toolOf(operation: Mounted): Tool {
  return {
    declaration: declare(operation, inputSchema(operation.input)),
    answer: (input, run) => run(operation, () => input),
  };
}

/** The argument `kind` says which operation is meant. */
function toolOfKinds(group: readonly Mounted[]): Tool {
  const byKind = new Map(group.map((one) => [String(one.mcp.kind), one]));
  const names = [...byKind.keys()];
  const merged = mergedSchema(new Map([...byKind].map(([kind, one]) => [kind, inputSchema(one.input)])));
  const kind = { type: 'string', enum: names, description: 'Kind of record.' };
  return {
    declaration: declare(group[0] as Mounted, merged, { kind }),
    async answer({ kind, ...input }, run) {
      const operation = byKind.get(String(kind));
      if (operation) return run(operation, () => input);
      throw invalidRequest([{ field: 'kind', message: `must be one of ${names.join(', ')}` }]);
    },
  };
}

/** A session with its records. */
function sessionTool(get: Mounted, timeline: Operation): Tool {
  const { limit = {}, cursor = {} } = inputSchema(timeline.input).properties;
  const schema = inputSchema(get.input);
  const paging = { limit: { ...limit, description: 'How many records.' }, cursor };
  return {
    declaration: declare(get, { ...schema, properties: { ...schema.properties, ...paging } }),
    async answer({ limit, cursor, ...input }, run) {
      const session = await run(get, () => input);
      const records = await run(timeline, () => ({ key: input.key, limit, cursor }));
      return { value: { session: session.value, timeline: records.value } };
    },
  };
}
