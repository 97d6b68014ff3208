import {
  CLAIM_DAYS,
  createFirstKey,
  type Database,
  displayPrefix,
  type SecurityEvent,
} from '@outturn/service';

/** Example calls are dated today, because the dashboard shows the last thirty days. */
export async function welcomeOnFirstStart(
  database: Database,
  baseUrl: string,
  tell: (event: SecurityEvent) => void,
): Promise<string | undefined> {
  const first = await createFirstKey(database, {
    developerName: 'default',
    name: 'First start',
    plan: 'unlimited',
  });
  if (!first) return undefined;
  const { key, claim } = first;
  const { token, id: apiKeyId, developerId } = key;
  tell({ event: 'key_created', developerId, apiKeyId, keyPrefix: displayPrefix(token) });
  tell({ event: 'claim_link_made', developerId });
  const recordedAt = new Date().toISOString();
  return [
    `API key: ${token}`,
    `Claim link: ${baseUrl}/claim?token=${claim}`,
    `Both are shown only once. Keep the key; open the link within ${CLAIM_DAYS} days to create your account and see the records in the dashboard.`,
    'To replace an expired link, run: outturn developers claim default',
    '',
    'Three calls to try, one per surface:',
    '',
    ...exampleCalls(baseUrl, { token, recordedAt }).flatMap((call) => [call, '']),
  ].join('\n');
}

/** One call for each surface, each below a comment. The README shows the same. */
export function exampleCalls(
  baseUrl: string,
  { token, recordedAt }: { token: string; recordedAt: string },
): string[] {
  return [
    `# REST: record a revenue
curl -X POST ${baseUrl}/v1/revenues -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -H 'x-idempotency-key: first-revenue' -d '{"amount":"99.90","recordedAt":"${recordedAt}","agentKey":"support-agent","customerKey":"customer-abc"}'`,
    `# GraphQL: read it
curl ${baseUrl}/graphql -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '{"query":"{ revenues(first: 5) { edges { node { id amount agentKey recordedAt } } } }"}'`,
    `# tRPC: read it from TypeScript services
curl '${baseUrl}/trpc/revenues.list?input=%7B%22limit%22%3A5%7D' -H 'Authorization: Bearer ${token}'`,
  ];
}
