import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { behindPooler } from './pooler/behind-pooler.ts';
import { nodeEnvironment, nodeFlags, outturn } from './program.ts';

/** A gateway in a process of its own, as users run it. */
export type Gateway = {
  url: string;
  child: ChildProcess;
  /** Its whole output. */
  output(): string;
  stop(signal?: NodeJS.Signals): Promise<void>;
};

export type StartOptions = {
  /** Arguments of `outturn serve`. */
  args?: readonly string[];
  /** Runs in a process group of its own, as in a terminal. */
  detached?: boolean;
  /** A program other than the bundle that users run. */
  program?: string;
  /** A Node.js other than the one that runs the tests. */
  node?: string;
};

/** The gateway trusts the client address in the headers of a call. */
export const behindProxy = { TRUST_PROXY: '1' };

/** Starts `outturn serve` on a free port and waits until it is ready. */
export async function startGateway(
  databaseUrl: string,
  env: NodeJS.ProcessEnv = {},
  { args = [], detached = false, program = outturn, node = process.execPath }: StartOptions = {},
): Promise<Gateway> {
  const child = spawn(node, [...nodeFlags, program, 'serve', ...args], {
    detached,
    env: {
      ...nodeEnvironment,
      ...process.env,
      DATABASE_URL: databaseUrl,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      // Gateways that share limits would count the calls of tests beside them.
      REDIS_URL: '',
      // Tests share databases, which have accounts of other tests.
      SIGN_UP: 'open',
      // Gateways in production mode would take seconds to stop.
      SHUTDOWN_DELAY: '0',
      ...(await behindPooler(databaseUrl)),
      ...env,
      NODE_OPTIONS: [process.env.NODE_OPTIONS, env.NODE_OPTIONS].join(' '),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ready = env.LOG_FORMAT === 'text' ? /^Outturn is ready at \S+:(\d+)$/ : /"port":(\d+).*is ready/;
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the gateway ended with ${code}:\n${output}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      output += `${line}\n`;
      const port = line.match(ready)?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
  });
  // Deferred, so that all listeners of the exit run before a failure is thrown.
  child.once('exit', () => queueMicrotask(() => expectNoKeys(output)));
  return {
    url,
    child,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}

/** Checks in every test that the log of a gateway contains no key. The greeting of a first start is not the log. */
function expectNoKeys(output: string): void {
  const line = output.split('\n').find((one) => one.startsWith('{') && /ot_live_\w{20,}/.test(one));
  if (line !== undefined) throw new Error(`an API key is in the log: ${line}`);
}
