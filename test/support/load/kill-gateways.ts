import { once } from 'node:events';
import type { Gateway } from '../gateway.ts';

type Killing = {
  times: number;
  /** The one that is running. */
  current: () => Gateway;
  /** Starts the next. */
  restart: () => Promise<unknown>;
  /** What to wait for before each kill, and after the last. */
  work: () => Promise<void>;
};

/** Kills a gateway (kill -9) as often as said, while it is at work. */
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
