import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool } from 'pg';
import { expect, test, vi } from 'vitest';
import { type AuthRequest, trackClients } from './auth-context.ts';

test('a request has its connection until it is released', async () => {
  const requests = new AsyncLocalStorage<AuthRequest>();
  const release = vi.fn();
  // A pool sets a connection's `release` at each check-out.
  const connect = (callback: (error: undefined, client: object) => void) => callback(undefined, { release });
  const pool = trackClients({ connect } as unknown as Pool, requests);
  const request: AuthRequest = {};
  await requests.run(request, async () => {
    const client = await pool.connect();
    expect(request.client).toBe(client);
    client.release(true);
    expect(request.client).toBeUndefined();
    expect(release).toHaveBeenCalledExactlyOnceWith(true);
  });
});
