import { randomUUID } from 'node:crypto';
import { scopes } from '@outturn/service';
import { type Browser, newEmail, signedUp } from '../browser.ts';
import { mintKey, revokeKey } from '../developers.ts';
import { send } from '../drivers/http.ts';

/**
 * An account with a row of every kind. All worlds use the same keys and names; ids, marker and amount tell them apart.
 */
export type World = {
  url: string;
  token: string;
  /** The owner, signed in. */
  owner: Browser;
  developer: string;
  /** Part of every text in the world. */
  marker: string;
  /** The amount of every record. */
  amount: string;
  ids: Record<
    'revenues' | 'outcomes' | 'goals' | 'events' | 'agents' | 'customers' | 'tools' | 'sessions',
    string
  >;
  /** An API key that may be renamed, replaced and revoked. */
  newKeyId(): Promise<string>;
};

export const instant = '2026-06-15T12:00:00.000Z';
const names = { agentKey: 'a', customerKey: 'c', sessionKey: 's' };

/** The key of the rows that the tests of a surface delete. */
export const doomedOn = (surface: string) => `doomed-${surface}`;

export async function furnish(url: string, amount: string): Promise<World> {
  const email = newEmail();
  const owner = await signedUp(url, email);
  const marker = `marker-${randomUUID()}`;
  const { token } = await mintKey({ developer: email, isExisting: true });
  // Under the same idempotency keys in every world.
  let serial = 0;
  const post = async (path: string, body: object): Promise<string> => {
    const idempotencyKey = `furnish-${serial++}`;
    const answer = await send(`${url}/v1/${path}`, { token, idempotencyKey, body: JSON.stringify(body) });
    if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`);
    return JSON.parse(answer.text).id;
  };
  const of = { name: marker, description: marker, metadata: { team: marker } };
  const agents = await post('agents', { key: 'a', ...of });
  const customers = await post('customers', { key: 'c', ...of });
  const tools = await post('tools', { key: 't', value: amount, ...of });
  await post('goal-types', { key: 'g', value: amount, ...of });
  const goals = await post('goals', { goalKey: 'g', achievedAt: instant, metadata: of.metadata, ...names });
  const event = { type: 'tool.call', toolKey: 't', cost: amount, occurredAt: instant, ...names };
  const events = await post('events', { ...event, name: marker, metadata: of.metadata });
  const outcomes = await post('outcomes', { value: amount, generatedAt: instant, ...names });
  const links = { goalId: goals, eventId: events, key: 'invoice', source: 'shop' };
  const revenue = { amount, recordedAt: instant, description: marker, ...names, ...links };
  const revenues = await post('revenues', revenue);
  for (const surface of ['REST', 'GraphQL', 'tRPC']) {
    const key = doomedOn(surface);
    for (const path of ['agents', 'customers', 'tools', 'goal-types']) await post(path, { key });
  }
  // In this month, which the account counts.
  await post('events', { type: 'note', agentKey: 'a' });
  const { trpc } = owner;
  const { id: sessions } = await trpc.sessions.get.query({ key: names.sessionKey });
  const document = '{ agents { nodes { name } } }';
  for (const name of ['report', doomedOn('GraphQL'), doomedOn('tRPC')]) {
    await trpc.reports.save.mutate({ name, description: marker, document });
  }
  const newKeyId = async () => {
    const { id } = await trpc.apiKeys.create.mutate({ name: marker, scopes: ['revenues:read'] });
    return id;
  };
  await newKeyId();
  return {
    url,
    token,
    owner,
    developer: email,
    marker,
    amount,
    ids: { revenues, outcomes, goals, events, agents, customers, tools, sessions },
    newKeyId,
  };
}

/** Callers without permission, by what they lack. `of` a scope: a key with every other one. */
export async function outsiders({ developer }: World) {
  const revoked = await mintKey({ developer, isExisting: true });
  await revokeKey(revoked.id);
  const { token: expired } = await mintKey({
    developer,
    isExisting: true,
    expiresAt: new Date(Date.now() - 1_000),
  });
  const lacking = new Map<string, string>();
  for (const scope of scopes) {
    const others = scopes.filter((other) => other !== scope);
    lacking.set(scope, (await mintKey({ developer, isExisting: true, scopes: others })).token);
  }
  return { none: null, revoked: revoked.token, expired, lacking };
}
