import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { waitUntil } from '../support/load/wait-until.ts';

/** The image under test, built as docs/deploy.md says. */
export const image = process.env.OUTTURN_IMAGE;

export type Container = {
  url: string;
  /** Runs a command inside; returns its standard output. */
  exec(...command: string[]): Promise<string>;
  isHealthy(): Promise<boolean>;
  start(): Promise<void>;
  /** Returns its exit status, once it has stopped. */
  stop(signal: NodeJS.Signals): Promise<number>;
};

export async function podman(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('podman', args);
  return stdout.trim();
}

/** With nothing that a gateway could write to and no privilege, on the network of this machine. */
export const hardened = ['--network=host', '--read-only', '--read-only-tmpfs=false', '--cap-drop=all'];

/** A gateway that is ready. */
export async function runGateway(environment: Record<string, string>): Promise<Container> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = Object.entries({ ...environment, PORT: String(port), HOST: '127.0.0.1' });
  const name = await run(settings.map(([key, value]) => `--env=${key}=${value}`));
  const isReady = () => succeeds(fetch(`${url}/readyz`).then(({ ok }) => ok || Promise.reject()));
  const becomesReady = () => waitUntil('the container is ready', isReady);
  await becomesReady();
  return {
    url,
    exec: (...command) => podman('exec', name, ...command),
    isHealthy: () => isHealthy(name),
    async start() {
      await podman('start', name);
      await becomesReady();
    },
    async stop(signal) {
      await podman('kill', `--signal=${signal}`, name);
      return Number(await podman('wait', name));
    },
  };
}

/** Returns the name of a container that is removed after the test. */
export async function run(options: readonly string[], ...command: string[]): Promise<string> {
  const name = `outturn-test-${randomUUID()}`;
  onTestFinished(async () => {
    await podman('rm', '--force', '--time=0', name);
  });
  await podman('run', '--detach', `--name=${name}`, ...hardened, ...options, String(image), ...command);
  return name;
}

/** Whether the check that the image defines succeeds. */
export function isHealthy(name: string): Promise<boolean> {
  return succeeds(podman('healthcheck', 'run', name));
}

function succeeds(attempt: Promise<unknown>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  );
}
