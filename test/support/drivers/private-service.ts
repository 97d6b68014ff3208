import { createService, OutturnError, type Principal, type Service } from '@outturn/service';
import { afterAll, beforeAll } from 'vitest';
import { openAccount } from '../load/account.ts';
import type { usePrivateDatabase } from './private-database.ts';

/** A service in the test's process and a caller of it, for the tests of a file, with a pool of this size. */
export function usePrivateService(
  store: ReturnType<typeof usePrivateDatabase>,
  connections: number,
): {
  readonly service: Service;
  readonly principal: Principal;
  /** A caller of another new developer. */
  newPrincipal(): Promise<Principal>;
} {
  let started: { service: Service; principal: Principal } | undefined;
  beforeAll(async () => {
    const service = await createService({ url: store.url, connections });
    started = { service, principal: await newPrincipal(service, store) };
  });
  afterAll(() => started?.service.close());
  const running = () => {
    if (started) return started;
    throw new Error('the service runs from beforeAll to afterAll');
  };
  return {
    get service() {
      return running().service;
    },
    get principal() {
      return running().principal;
    },
    newPrincipal: () => newPrincipal(running().service, store),
  };
}

/** A new developer, and their key as the service identifies it. */
export async function newPrincipal(
  service: Service,
  store: ReturnType<typeof usePrivateDatabase>,
): Promise<Principal> {
  const { token } = await openAccount(store.database);
  const principal = await service.authenticate(`Bearer ${token}`);
  if (principal instanceof OutturnError) throw principal;
  return principal;
}
