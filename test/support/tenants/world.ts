import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, scopes } from '@outturn/service';
import { type Browser, newEmail, signedUp } from '../browser.ts';
import { mintKey, revokeKey } from '../developers.ts';
import { send } from '../drivers/http.ts';

/**
 * An account with a row of every kind. Worlds with the same prefix use the same keys and names; ids, marker and amount tell
 * them apart.
 */
export type World = {
  url: string;
  token: string;
  /** The owner, signed in. */
  owner: Browser;
  developer: string;
  /** Begins every key and every name of a report. */
  prefix: string;
  /** Part of every text in the world. */
  marker: string;
  /** The amount of every record. */
  amount: string;
  ids: Record<
    'revenues' | 'outcomes' | 'goals' | 'events' | 'agents' | 'customers' | 'tools' | 'sessions' | 'prices',
    string
  >;
  /** A run of repricing that may be reverted, by surface. */
  runs: ReadonlyMap<string, string>;
  /** Ids of prices that may be deleted, by surface. */
  doomedPrices: ReadonlyMap<string, string>;
  /** Records that are voided, and the outcome that the goal has generated. */
  voided: Record<'goals' | 'events' | 'outcomes', string>;
  /** An API key that may be renamed, replaced and revoked. */
  newKeyId(): Promise<string>;
};

export const instant = '2026-06-15T12:00:00.000Z';

/** The key of the rows that the tests of a surface delete. */
export const doomedOn = (surface: string) => `doomed-${surface}`;

/** The key of rows that a prefix of its own gives to a world alone, and that calls of others then make for themselves. */
export const takenBy = (verb: string, surface: string) => `${verb}-${surface}`;
const surfaces = ['REST', 'GraphQL', 'tRPC', 'MCP'];

export async function furnish(url: string, amount: string, prefix = '', database?: Database): Promise<World> {
  const email = newEmail();
  const owner = await signedUp(url, email);
  const marker = `marker-${randomUUID()}`;
  const { token } = await mintKey({ developer: email, isExisting: true, database });
  // Under the same idempotency keys in every world.
  let serial = 0;
  const post = async (path: string, body: object): Promise<string> => {
    const idempotencyKey = `furnish-${serial++}`;
    const answer = await send(`${url}/v1/${path}`, { token, idempotencyKey, body: JSON.stringify(body) });
    if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`);
    return JSON.parse(answer.text).id;
  };
  const names = { agentKey: `${prefix}a`, customerKey: `${prefix}c`, sessionKey: `${prefix}s` };
  const of = { name: marker, description: marker, metadata: { team: marker } };
  const agents = await post('agents', { key: names.agentKey, ...of });
  const customers = await post('customers', { key: names.customerKey, ...of });
  const toolKey = `${prefix}t`;
  const tools = await post('tools', { key: toolKey, value: amount, ...of });
  const goalKey = `${prefix}g`;
  await post('goal-types', { key: goalKey, value: amount, ...of });
  const goals = await post('goals', { goalKey, achievedAt: instant, metadata: of.metadata, ...names });
  const event = { type: 'tool.call', toolKey, cost: amount, occurredAt: instant, ...names };
  const events = await post('events', { ...event, name: marker, metadata: of.metadata });
  const outcomes = await post('outcomes', { value: amount, generatedAt: instant, ...names });
  const links = { goalId: goals, eventId: events, key: 'invoice', source: 'shop' };
  const revenue = { amount, recordedAt: instant, description: marker, ...names, ...links };
  const revenues = await post('revenues', revenue);
  for (const [path, id] of Object.entries({ revenues, outcomes, goals, events }))
    for (const action of ['void', 'restore'])
      await post(`${path}/${id}/corrections`, { action, reason: marker });
  const voidedGoal = await post('goals', { goalKey, achievedAt: instant });
  const voidedEvent = await post('events', { type: 'note', occurredAt: instant });
  for (const record of [`goals/${voidedGoal}`, `events/${voidedEvent}`])
    await post(`${record}/corrections`, { action: 'void', reason: marker });
  // The id of a generated outcome is that of its goal with another version digit.
  const voidedOutcome = `${voidedGoal.slice(0, 14)}8${voidedGoal.slice(15)}`;
  const verbs = prefix === '' ? [] : ['create', 'replace', 'record'];
  for (const surface of surfaces) {
    for (const name of [doomedOn(surface), ...verbs.map((verb) => takenBy(verb, surface))]) {
      const row = { key: `${prefix}${name}`, ...of };
      for (const path of ['agents', 'customers']) await post(path, row);
      for (const path of ['tools', 'goal-types']) await post(path, { value: amount, ...row });
    }
  }
  const price = async (model: string) =>
    post('prices', { provider: marker, model, effectiveFrom: instant, input: '1' });
  const prices = await price(`model ${marker}`);
  const runs = new Map<string, string>();
  for (const surface of surfaces) {
    const run = { from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z', reason: marker };
    const id = await post('prices/reprice', run);
    runs.set(surface, id);
    await hasEnded(url, token, id);
  }
  const doomedPrices = new Map<string, string>();
  for (const surface of surfaces) doomedPrices.set(surface, await price(doomedOn(surface)));
  await tellTelemetry(url, token, marker);
  // In this month, which the account counts.
  await post('events', { type: 'note', agentKey: names.agentKey });
  const { trpc } = owner;
  const { id: sessions } = await trpc.sessions.get.query({ key: names.sessionKey });
  const document = '{ agents { nodes { name } } }';
  const saved = prefix === '' ? [] : surfaces.map((surface) => takenBy('save', surface));
  const renamed = surfaces.map((surface) => takenBy('rename', surface));
  for (const name of ['report', doomedOn('GraphQL'), doomedOn('tRPC'), ...saved, ...renamed]) {
    await trpc.reports.save.mutate({ name: `${prefix}${name}`, description: marker, document });
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
    prefix,
    marker,
    amount,
    voided: { goals: voidedGoal, events: voidedEvent, outcomes: voidedOutcome },
    ids: { revenues, outcomes, goals, events, agents, customers, tools, sessions, prices },
    doomedPrices,
    runs,
    newKeyId,
  };
}

/** Until it is counted, which takes a second. */
async function tellTelemetry(url: string, token: string, marker: string): Promise<void> {
  const spans = [
    {
      traceId: randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
      startTimeUnixNano: '1',
      name: marker,
    },
  ];
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: marker } }] };
  const scopeSpans = [{ scope: { name: marker }, spans }];
  const body = JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] });
  await send(`${url}/otlp/v1/traces`, { token, body });
  for (;;) {
    const { text } = await send(`${url}/v1/traces/sources`, { token });
    if (text.includes(marker)) return;
    await sleep(50);
  }
}

/** One run of an account is under way at a time. */
async function hasEnded(url: string, token: string, runId: string): Promise<void> {
  for (;;) {
    const { text } = await send(`${url}/v1/prices/reprice/${runId}`, { token });
    if (JSON.parse(text).state === 'done') return;
    await sleep(20);
  }
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
