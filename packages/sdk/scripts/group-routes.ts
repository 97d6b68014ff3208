type Schema = { properties?: Record<string, unknown>; required?: string[]; items?: { $ref?: string } };
type Content = { content?: { 'application/json': { schema: Schema } } };
type Operation = {
  operationId: string;
  parameters?: { in?: string; name?: string }[];
  requestBody?: Content;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};
type Group = { path: string; routes: Record<string, string>; time?: string | undefined };

/**
 * Generates the requests of the SDK for each operation: `PATCH /{key}` below the path of its group, `QUERY /find` for one that is
 * read with a query, and `LIST /{key}/timeline` for a list that pages. Groups with the same routes share them, which keeps the SDK small. Throws for an operation that the SDK cannot send.
 */
export function groupRoutes({ paths, components }: Document): string {
  const groups = new Map<string, Group>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const [name = '', verb = ''] = operation.operationId.split('.');
      const group = groups.get(name) ?? { path, routes: {} };
      groups.set(name, group);
      group.routes[verb] = routeOf(group, { method, path, operation });
      if (verb === 'recordBatch') group.time = optionalTime(operation, components.schemas);
    }
  const shared = new Map<string, string>();
  const rows = [...groups].map(([name, { path, routes }]) => {
    const text = literal(routes);
    const variable = shared.get(text) ?? `routes${shared.size}`;
    shared.set(text, variable);
    return `  ${name}: ['${path}', ${variable}],\n`;
  });
  const times = [...groups].flatMap(([name, { time }]) => (time === undefined ? [] : [[name, time]]));
  return [
    '// Generated from openapi.json by `npm test -- packages/sdk --update`.\n\n',
    ...[...shared].map(([text, variable]) => `const ${variable} = ${text};\n`),
    '\n/** The path of each group, and the routes of its functions below it. */\n',
    `export const routes = {\n${rows.join('')}} as const;\n`,
    '\n/** The field of each kind of record that holds the time of its arrival where it is absent. */\n',
    `export const times = ${literal(Object.fromEntries(times))} as const;\n`,
  ].join('');
}

function routeOf(
  group: Group,
  { method, path, operation }: { method: string; path: string; operation: Operation },
): string {
  const { operationId, parameters = [] } = operation;
  if (!path.startsWith(group.path)) throw new Error(`${operationId} is not below ${group.path}`);
  const isQueried = takesQuery(path, parameters);
  if (isQueried && method !== 'get') throw new Error(`${operationId} changes data, and takes a query`);
  const read = isPaged({ parameters }) ? 'LIST' : 'QUERY';
  return `${isQueried ? read : method.toUpperCase()} ${path.slice(group.path.length)}`.trim();
}

export function isPaged({ parameters = [] }: Pick<Operation, 'parameters'>): boolean {
  return parameters.some(({ name }) => name === 'cursor');
}

/** A key in the query is another place for that of the path, and no query. */
export function takesQuery(path: string, parameters: Operation['parameters'] = []): boolean {
  return parameters.some((parameter) => parameter.in === 'query' && !path.includes(`{${parameter.name}}`));
}

/** The field of a time that items may leave out. */
function optionalTime({ requestBody }: Operation, schemas: Document['components']['schemas']) {
  const item = requestBody?.content?.['application/json'].schema.items?.$ref?.split('/').at(-1) ?? '';
  const { properties = {}, required = [] } = schemas[item] ?? {};
  return Object.keys(properties).find((name) => name.endsWith('At') && !required.includes(name));
}

function literal(values: Record<string, string>): string {
  const lines = Object.entries(values).map(([name, value]) => `  ${name}: '${value}',\n`);
  return `{\n${lines.join('')}}`;
}
