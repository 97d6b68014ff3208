import { groupOf } from '@outturn/service';
import type { Route } from '../routes.ts';

export function tagsOf(routes: readonly Route[]): { name: string; description: string }[] {
  const resources = new Map(routes.map((route) => [tagOf(route), route.resource]));
  return [...resources].map(([name, { description = name }]) => ({ name, description }));
}

/** Title of the group, such as `Goal Types`. */
export function tagOf({ operation }: Route): string {
  const words = groupOf(operation).replaceAll(/[A-Z]/g, (letter) => ` ${letter}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
