import { readFileSync } from 'node:fs';
import path from 'node:path';
import { allOperations } from '@outturn/service';
import {
  buildSchema,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { behindProxy, type Gateway, startGateway } from '../support/gateway.ts';
import { graphqlFields } from '../support/tenants/graphql-fields.ts';
import { furnish, outsiders, type World } from '../support/tenants/world.ts';

const schema = buildSchema(
  readFileSync(path.resolve(import.meta.dirname, '../../docs/reference/schema.graphql'), 'utf8'),
);

/** The type that a field leads to: its own, or that of a connection's nodes. */
function targetOf(type: GraphQLNamedType): { node: GraphQLNamedType; isConnection: boolean } {
  const nodes = isObjectType(type) ? type.getFields().nodes : undefined;
  return nodes ? { node: getNamedType(nodes.type), isConnection: true } : { node: type, isConnection: false };
}

function scopeOf(rootField: string): string {
  const operation = graphqlFields[`Query.${rootField}`]?.operation;
  return allOperations.find(({ name }) => name === operation)?.scope ?? `no operation lists ${rootField}`;
}

/** Listed types: the type, the root field that lists it, and the scope it requires. */
const lists = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap(({ name, type }) => {
  const { node, isConnection } = targetOf(getNamedType(type));
  return isConnection ? [{ root: name, type: node as GraphQLObjectType, scope: scopeOf(name) }] : [];
});

function scopesFor(node: GraphQLNamedType): { scope: string; typeName: string }[] {
  const types: readonly GraphQLNamedType[] = isInterfaceType(node) ? schema.getPossibleTypes(node) : [node];
  return lists
    .filter(({ type }) => types.includes(type))
    .map(({ scope, type }) => ({ scope, typeName: type.name }));
}

// Every relation in the schema, so that a new one is tested without a change here.
const ways = lists.flatMap(({ root, type }) =>
  Object.values(type.getFields()).flatMap((field) => {
    const { node, isConnection } = targetOf(getNamedType(field.type));
    return scopesFor(node).map((read) => ({
      ...read,
      root,
      field: field.name,
      isConnection,
      isMixed: isInterfaceType(node),
    }));
  }),
);

let gateway: Gateway;
let own: World;
let lacking: Map<string, string>;
beforeAll(async () => {
  gateway = await startGateway(inject('databaseUrl'), { ...behindProxy, DEFAULT_PLAN: 'unlimited' });
  own = await furnish(gateway.url, '1.25');
  ({ lacking } = await outsiders(own));
});
afterAll(() => gateway.stop());

type Related = { __typename?: string; nodes?: { __typename: string }[] };
type Answer = {
  data: Record<string, { nodes: { it: Related | null }[] }>;
  errors?: { message: string; extensions: { code: string } }[];
};

/** Those without relations. A record behind a number is one of several types, which have theirs. */
const alone = ['analyticsRecords', 'corrections', 'prices', 'reports', 'traceSources'];

test('every other listed type has relations', () => {
  const roots = lists.map(({ root }) => root).filter((root) => !alone.includes(root));
  expect([...new Set(ways.map(({ root }) => root))].sort()).toEqual(roots.sort());
  expect(ways.length).toBeGreaterThan(40);
});

test.each(ways)(
  '$field of $root is not shown without $scope',
  async ({ root, field, isConnection, isMixed, scope, typeName }) => {
    const query = `{ ${root} { nodes { it: ${field} { ${isConnection ? 'nodes { __typename }' : '__typename'} } } } }`;
    const ask = async (token: string) => {
      const { text } = await send(`${gateway.url}/graphql`, { token, body: JSON.stringify({ query }) });
      return parse<Answer>(text);
    };
    const shown = ({ data }: Answer) => data[root]?.nodes.filter(({ it }) => it !== null);

    const allowed = await ask(own.token);
    expect(allowed.errors).toBeUndefined();
    expect(shown(allowed)?.length).toBeGreaterThan(0);

    const refused = await ask(lacking.get(scope) ?? '');
    if (isMixed) {
      // A relation to several kinds of records shows those that the key may read.
      const typesIn = (answer: Answer) =>
        shown(answer)?.flatMap(({ it }) => it?.nodes?.map((node) => node.__typename));
      expect(typesIn(allowed)).toContain(typeName);
      expect(typesIn(refused)?.length).toBeGreaterThan(0);
      expect(typesIn(refused)).not.toContain(typeName);
      expect(refused.errors).toBeUndefined();
      return;
    }
    expect(shown(refused)).toEqual([]);
    expect(refused.errors?.length).toBeGreaterThan(0);
    for (const { message, extensions } of refused.errors ?? []) {
      expect(extensions.code).toBe('Forbidden');
      expect(message).toBe(`The API key lacks the scope ${scope}.`);
    }
  },
);
