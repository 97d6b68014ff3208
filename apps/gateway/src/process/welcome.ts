import {
  CLAIM_DAYS,
  createFirstKey,
  type Database,
  FULL_ACCESS,
  type SecurityEvent,
  scopes,
} from '@outturn/service';
import { commandLine } from './command-line.ts';

/** Plain lines, also beside a log in JSON: key and link are shown only here. Undefined if a developer exists. */
export async function welcomeOnFirstStart(
  database: Database,
  baseUrl: string,
  tell: (event: SecurityEvent) => void,
): Promise<string | undefined> {
  const first = await createFirstKey(database, scopes, {
    developer: FIRST_DEVELOPER,
    name: 'First start',
    scopes: [FULL_ACCESS],
    plan: 'unlimited',
  });
  if (!first) return undefined;
  const { key, claim } = first;
  const { token, id: apiKeyId, prefix: keyPrefix, developerId } = key;
  tell({ event: 'key_created', developerId, apiKeyId, keyPrefix });
  tell({ event: 'claim_link_made', developerId });
  // Today, because the dashboard shows the last thirty days.
  const recordedAt = new Date().toISOString();
  return [
    `API key: ${token}`,
    `Claim link: ${baseUrl}/claim?token=${claim}`,
    '',
    'Both are shown only once. Keep the key. Open the link within',
    `${CLAIM_DAYS} days to create your account and see the records in the dashboard.`,
    `A new link: ${commandLine('developers', 'claim', FIRST_DEVELOPER)}`,
    '',
    'Four calls to try, in another terminal:',
    '',
    `export KEY=${token}`,
    '',
    exampleCalls(baseUrl, { recordedAt, keyPrefix: 'start' }).join('\n\n'),
  ].join('\n');
}

/** The developer of the first start. */
const FIRST_DEVELOPER = 'default';

/**
 * Calls for each surface, each below a comment, in lines for a terminal of 80 columns. The README shows the same with its own
 * idempotency keys and time, so that both can be tried.
 */
export function exampleCalls(
  baseUrl: string,
  { recordedAt, keyPrefix }: { recordedAt: string; keyPrefix: string },
): string[] {
  const headers = `-H "Authorization: Bearer $KEY" -H 'Content-Type: application/json'`;
  const margin =
    '{ analytics(window: {from: \\"2020-01-01\\", to: \\"2100-01-01\\"}) { by(dimension: AGENT) { key totals { revenue cost margin } } } }';
  return [
    `# REST: record a revenue
curl ${baseUrl}/v1/revenues \\
  ${headers} \\
  -H "x-idempotency-key: ${keyPrefix}-revenue" \\
  -d '{"amount":"99.90","recordedAt":"${recordedAt}",
    "agentKey":"support-agent","customerKey":"customer-abc"}'`,
    `# tRPC, for TypeScript services: record what the agent cost
curl ${baseUrl}/trpc/events.record \\
  ${headers} \\
  -H "x-idempotency-key: ${keyPrefix}-cost" \\
  -d '{"type":"llm.call","cost":"1.25",
    "agentKey":"support-agent","customerKey":"customer-abc"}'`,
    `# GraphQL: read the revenue
curl ${baseUrl}/graphql \\
  ${headers} \\
  -d '{"query":"{ revenues(first: 5) { edges { node { amount agentKey } } } }"}'`,
    `# GraphQL: the margin of each agent
curl ${baseUrl}/graphql \\
  ${headers} \\
  -d '{"query":"${margin}"}'`,
  ];
}
