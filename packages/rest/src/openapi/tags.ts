import type { Route } from '../route.ts';

const descriptions: Record<string, string> = {
  revenues: 'Record and query revenue that agents brought in.',
  outcomes:
    'Record and query valuable outcomes. Goals and tool calls with a value generate theirs by themselves.',
  goals: 'Record and query goal achievements.',
  events: 'Ingest what agents do, and what it costs.',
  goalTypes: 'Define and manage the categories of goals, and what an achievement is worth.',
  agents: 'List, retrieve and describe agents. A record that names a new key creates its agent.',
  customers: 'List, retrieve and describe customers. A record that names a new key creates its customer.',
  tools: 'List, retrieve and describe tools, and say what a call is worth.',
  sessions: 'List and retrieve sessions. They are created by the records that name them.',
};

/** The groups of these routes, in their order. */
export function tagsOf(routes: readonly Route[]): { name: string; description: string }[] {
  const groups = new Set(routes.map(groupOf));
  return [...groups].map((group) => ({
    name: titleOf(group),
    description: descriptions[group] ?? titleOf(group),
  }));
}

/** The tag of a route: the title of its group, such as `Goal Types`. */
export function tagOf(route: Route): string {
  return titleOf(groupOf(route));
}

/** The group of an operation is the first part of its name. */
export function groupOf({ operation }: Pick<Route, 'operation'>): string {
  return operation.name.split('.')[0] ?? operation.name;
}

function titleOf(group: string): string {
  const words = group.replaceAll(/[A-Z]/g, (letter) => ` ${letter}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
