import { createService, operations, type Principal, type Service } from '@outturn/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newEmail } from '../support/browser.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { newPrincipal } from '../support/drivers/private-service.ts';
import { minimal } from '../support/drivers/samples.ts';

const store = usePrivateDatabase();
const origin = 'http://localhost';
const caller = {
  admitPassword: async () => ({ settle: () => undefined, nextDelay: 0 }),
  report: () => undefined,
};

/** A service whose connections begin transactions at this level by default. */
async function startService(level: string, signUp?: 'open'): Promise<Service> {
  const name = new URL(store.url).pathname.slice(1);
  const sql = `alter database "${name}" set default_transaction_isolation = '${level}'`;
  await store.database.pool.query(sql);
  const accounts = { secret: 'x'.repeat(32), defaultPlan: 'free', signUp, onFault: () => undefined } as const;
  return createService({ url: store.url, connections: 30, accounts });
}

async function signUp({ accounts }: Service): Promise<Principal> {
  const request = new Request(`${origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email: newEmail(), password: 'correct horse', name: 'Ada' }),
  });
  const answer = await accounts?.handle(request, caller);
  const session = await accounts?.authenticate(answer?.headers.getSetCookie().join('; ') ?? '');
  if (!session || 'refusal' in session) throw session?.refusal ?? new Error('refused');
  return session.principal;
}

describe.each(['repeatable read', 'serializable'])('where transactions are %s by default', (level) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService(level, 'open');
  });
  afterAll(() => service?.close());

  test('concurrent commands under one key run once, and the others replay', async () => {
    const principal = await newPrincipal(service, store);
    for (const key of ['a', 'b', 'c']) {
      const call = { principal, requestId: 'create', idempotencyKey: () => `create-${key}` };
      const create = () => service.execute(operations.agents.create, call, { key });
      const created = await Promise.all(Array.from({ length: 20 }, create));
      expect(created.filter(({ replayed }) => !replayed)).toHaveLength(1);
    }
  });

  test('concurrent commands that change one row queue up', async () => {
    const call = { principal: await newPrincipal(service, store), requestId: 'rename' };
    await service.execute(operations.agents.create, call, { key: 'a' });
    const rename = (_: unknown, i: number) => {
      const keyed = { ...call, idempotencyKey: () => `rename-${i}` };
      return service.execute(operations.agents.update, keyed, { key: 'a', name: `${i}` });
    };
    const renamed = await Promise.all(Array.from({ length: 40 }, rename));
    expect(renamed.filter(({ replayed }) => replayed)).toEqual([]);
  });

  test('concurrent first sign-ups make one account', async () => {
    await store.database.pool.query('delete from users');
    const services = [await startService(level), await startService(level)];
    const signUps = await Promise.allSettled([...services, ...services].map(signUp));
    for (const started of services) await started.close();
    expect(signUps.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { rowCount } = await store.database.pool.query('select 1 from users');
    expect(rowCount).toBe(1);
  });

  test('concurrent records of a signed-in user are all recorded', async () => {
    const call = { principal: await signUp(service), requestId: 'record' };
    const record = () => service.execute(operations.revenues.record, call, minimal);
    await Promise.all(Array.from({ length: 20 }, record));
    const { output } = await service.execute(operations.revenues.list, call, {});
    expect(output.value.items).toHaveLength(20);
  });
});
