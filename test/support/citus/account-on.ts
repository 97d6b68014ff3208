import { type Account, openAccount } from '../load/account.ts';
import type { Cluster } from './use-citus.ts';

/** A new developer whose records are on the worker at this port. */
export async function accountOn(cluster: Cluster, port: number): Promise<Account> {
  for (;;) {
    const account = await openAccount(cluster.database);
    if ((await cluster.workerOf(account.developerId)).port === port) return account;
  }
}
