import type { Grant } from '@outturn/service';

/** Says what another role may do, and how to end it. */
export function describeGrant({ role, rights, tables }: Grant, schema: string): string {
  return `The role ${role} has rights on ${tables} of the tables (${rights}). Unless that is meant, run: revoke all on all tables in schema ${schema} from ${role};`;
}
