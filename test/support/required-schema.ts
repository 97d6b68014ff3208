import { randomUUID } from 'node:crypto';
import { inject, onTestFinished } from 'vitest';
import { schemaNumber } from '../../packages/service/src/database/migrations/index.ts';
import { createMigratedDatabase } from './create-database.ts';
import { send } from './drivers/http.ts';
import { minimal } from './drivers/samples.ts';
import type { Gateway } from './gateway.ts';
import { runOutturn } from './load/run-outturn.ts';
import { NEXT_NUMBER } from './next-version.ts';
import { on } from './on.ts';

/** A database of this version without sessions, and a key. */
export async function createStore(): Promise<{ url: string; token: string }> {
  const name = `versions_${randomUUID().replaceAll('-', '')}`;
  const created = await createMigratedDatabase(inject('databaseUrl'), name, inject('template'));
  onTestFinished(created.remove);
  const { output } = await runOutturn(
    created.url,
    ...'keys create --developer acme --plan unlimited'.split(' '),
  );
  return { url: created.url, token: output.trim() };
}

/** Has the database require a schema number. */
export const require = (url: string, number: number) =>
  on(url, `update required_schema set number = ${number}`);

export const ready = async ({ url }: Gateway) => (await send(`${url}/readyz`)).status;

export const record = ({ url }: Gateway, token: string) =>
  send(`${url}/v1/revenues`, { token, body: JSON.stringify(minimal) });

/** What a gateway answers to the question for the revenue of all records. */
export async function revenueOf(
  { url }: Gateway,
  token: string,
): Promise<{ status: number; revenue: string }> {
  const input = { window: { from: '2000-01-01', to: '2100-01-01' }, totals: ['revenue'] };
  const path = `/trpc/analytics.slice?input=${encodeURIComponent(JSON.stringify(input))}`;
  const { status, text } = await send(`${url}${path}`, { token });
  return { status, revenue: JSON.parse(text).result?.data.totals.revenue };
}

/** The error of this version on a database that requires the next one. */
export const TOO_OLD = `The database requires schema number ${NEXT_NUMBER}, and this version of Outturn knows ${schemaNumber}. Start a newer version.`;
