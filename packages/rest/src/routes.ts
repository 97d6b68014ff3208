import {
  type AnyRecordKind,
  groupOf,
  type Operation,
  operations,
  recordKinds,
  toKebabCase,
} from '@outturn/service';
import type { Route } from './route.ts';

type Group<Verb extends string> = Readonly<Record<Verb, Operation>>;
type RecordGroup = Group<'record' | 'recordBatch' | 'list' | 'get'>;
type DimensionGroup = Group<'create' | 'list' | 'get' | 'update' | 'replace' | 'delete'>;

function recordRoutes({ record, recordBatch, list, get }: RecordGroup): Route[] {
  const path = pathOf(get);
  const thing = get.output;
  return [
    { method: 'post', path, status: 201, operation: record, thing },
    { method: 'post', path: `${path}/batch`, status: 200, operation: recordBatch, thing },
    { method: 'get', path, status: 200, operation: list, thing },
    { method: 'get', path: `${path}/{id}`, status: 200, operation: get, thing },
  ];
}

function dimensionRoutes(group: DimensionGroup): Route[] {
  const { create, list, get, update, replace, delete: remove } = group;
  const path = pathOf(get);
  const thing = get.output;
  return [
    { method: 'post', path, status: 201, operation: create, thing },
    ...readRoutes({ list, get }),
    { method: 'patch', path: `${path}/{key}`, status: 200, operation: update, thing },
    { method: 'put', path: `${path}/{key}`, status: 200, operation: replace, thing },
    { method: 'delete', path: `${path}/{key}`, status: 204, operation: remove, thing },
  ];
}

function readRoutes({ list, get }: Group<'list' | 'get'>): Route[] {
  const path = pathOf(get);
  return [
    { method: 'get', path, status: 200, operation: list, thing: get.output },
    { method: 'get', path: `${path}/{key}`, status: 200, operation: get, thing: get.output },
  ];
}

/** `/goal-types` for the group `goalTypes`. */
function pathOf(operation: Operation): string {
  return `/${toKebabCase(groupOf(operation))}`;
}

const { agents, customers, goalTypes, sessions, tools } = operations;

/** Every endpoint of REST `/v1` with these kinds of records. */
export function routesOf(kinds: readonly AnyRecordKind[]): readonly Route[] {
  return [
    ...kinds.flatMap((kind) => recordRoutes(kind.operations)),
    ...[goalTypes, agents, customers, tools].flatMap(dimensionRoutes),
    ...readRoutes(sessions),
  ];
}

export const routes = routesOf(recordKinds);
