import { isPaged, takesQuery } from './group-routes.ts';

type Content = { content?: { 'application/json': { schema: { $ref?: string; items?: { $ref?: string } } } } };
type Operation = {
  operationId: string;
  summary: string;
  description: string;
  parameters?: { in?: string; name?: string; required?: boolean }[];
  requestBody?: Content;
  responses: Record<string, Content>;
};
type Document = { paths: Record<string, Record<string, Operation>> };

type Mounted = { group: string; verb: string; method: string; path: string; operation: Operation };

/** An interface for each group of operations, with the words of the document, which editors show. */
export function groupTypes({ paths }: Document): string {
  const all: Mounted[] = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...partsOf(operation),
      method,
      path,
      operation,
    })),
  );
  const groups = [...new Set(all.map(({ group }) => group))];
  const bodies = groups.map((name) => {
    const functions = all.filter(({ group }) => group === name).map(declare);
    return `export interface ${capital(name)} {\n${functions.join('\n')}\n}\n`;
  });
  const queries = all
    .filter(isQueried)
    .map((one) => `export interface ${queryType(one)} extends Query<'${one.group}.${one.verb}'> {}\n`);
  const used = all.flatMap(({ operation }) => [inputOf(operation), outputOf(operation)]);
  const names = new Set(used.flatMap((type) => (type ? [type.name] : [])));
  return [
    '// Generated from openapi.json by `npm test -- packages/sdk --update`.\n',
    `import type { ${[...names].sort().join(', ')} } from './generated/openapi.ts';\n`,
    "import type { List } from './list.ts';\n",
    "import type { Query } from './operations.ts';\n",
    "import type { CallOptions, WriteOptions } from './options.ts';\n\n",
    ...queries,
    `\n${bodies.join('\n')}`,
    '\n/** All operations of the API: `revenues.record` is `groups.revenues.record`. */\n',
    `export interface Groups {\n${groups.map((group) => `  ${group}: ${capital(group)};\n`).join('')}}\n`,
  ].join('');
}

function declare(mounted: Mounted): string {
  const { verb, method, path, operation } = mounted;
  const { summary, description } = operation;
  const input = inputOf(operation);
  const output = outputOf(operation);
  const result = output?.name;
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}: string`),
    ...(input ? [input.isList ? `items: readonly ${input.name}[]` : `input: ${input.name}`] : []),
    ...(isQueried(mounted) ? [`query${requiresQuery(operation) ? '' : '?'}: ${queryType(mounted)}`] : []),
    `options?: ${method === 'get' ? 'CallOptions' : 'WriteOptions'}`,
  ];
  const answer = output?.isList ? `${result}[]` : result;
  const returned = isPaged(operation) ? `List<${result}>` : `Promise<${answer}>`;
  const words = `${summary}.\n\n${description}`.split('\n').map((line) => `   * ${line}`.trimEnd());
  return `  /**\n${words.join('\n')}\n   */\n  ${verb}(${parameters.join(', ')}): ${returned};`;
}

function inputOf({ requestBody }: Operation) {
  return typeOf(requestBody);
}

/** Undefined for an empty answer. */
function outputOf({ responses }: Operation) {
  const [, answer] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  return typeOf(answer);
}

function typeOf(part: Content | undefined): { name: string; isList: boolean } | undefined {
  const schema = part?.content?.['application/json'].schema;
  const $ref = schema?.$ref ?? schema?.items?.$ref;
  if ($ref === undefined) return undefined;
  return { name: $ref.slice($ref.lastIndexOf('/') + 1), isList: schema?.$ref === undefined };
}

function partsOf({ operationId }: Operation): { group: string; verb: string } {
  const [group = '', verb = ''] = operationId.split('.');
  return { group, verb };
}

function isQueried({ path, operation }: Mounted): boolean {
  return takesQuery(path, operation.parameters);
}

function requiresQuery({ parameters = [] }: Operation): boolean {
  return parameters.some((parameter) => parameter.in === 'query' && parameter.required);
}

function queryType({ group, verb }: Mounted): string {
  return `${capital(verb)}${capital(group)}Query`;
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
