import { once } from 'node:events';
import type { Gateway } from '../gateway.ts';

type Killing = {
  times: number;
  /** The running gateway. */
  current: () => Gateway;
  /** Starts the next. */
  restart: () => Promise<unknown>;
  /** Resolves after enough load: awaited before each kill, and after the last. */
  work: () => Promise<void>;
};

/** Kills a gateway (kill -9) so many times under load. */
export async function killGateways({ times, current, restart, work }: Killing): Promise<void> {
  for (let kill = 0; kill < times; kill++) {
    await work();
    const { child } = current();
    child.kill('SIGKILL');
    await once(child, 'exit');
    await restart();
  }
  await work();
}
